import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../http/deps.ts';
import { route } from '../http/route.ts';
import { receive } from './events.ts';

const BODY_LIMIT = 65_536;
const header = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/** Where upstreams tell us what became of an order. The answer says no more than whether it was taken. */
export function mountUpstreams(app: FastifyInstance, deps: AppDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    route(scope, {
      method: 'POST',
      url: '/upstream/:code/notify',
      permission: 'anonymous',
      summary: 'What an upstream says of an order: signed, applied once',
      handler: async ({ request, reply, headers }) => {
        const { code } = request.params as { code: string };
        const outcome = await receive(deps, code, {
          raw: typeof request.body === 'string' ? request.body : '',
          timestamp: header(headers['x-timestamp']),
          sign: header(headers['x-sign']),
        });
        const taken = outcome === 'applied' || outcome === 'duplicate';
        const status = taken ? 200 : outcome === 'forged' ? 401 : 400;
        return reply
          .code(status)
          .type('text/plain')
          .send(taken ? 'SUCCESS' : outcome);
      },
    });
  });
}
