import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { receive, type Received } from './events.ts';

const BODY_LIMIT = 65_536;
// What waits for a person is ours to sort out: sent again it would say the same.
const TAKEN: ReadonlySet<Received> = new Set<Received>(['applied', 'doubted', 'refused', 'duplicate']);
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
      effect: 'unkeyed',
      url: '/upstream/:code/notify',
      permission: 'anonymous',
      // Refused in its own way: an envelope's 200 would be the last that is sent.
      anyClock: true,
      summary: 'What an upstream says of an order: signed, applied once',
      handler: async ({ request, reply, headers, log }) => {
        const { code } = request.params as { code: string };
        const signed = {
          raw: typeof request.body === 'string' ? request.body : '',
          timestamp: header(headers['x-timestamp']),
          sign: header(headers['x-sign']),
        };
        // Nothing was kept, be it only that a lock took too long: no 2xx, so that it is sent again.
        const outcome = await receive(deps, code, signed).catch((err: unknown) => {
          log.error({ err, upstream: code }, 'a message of an upstream was not taken');
          return undefined;
        });
        if (!outcome) return reply.code(503).type('text/plain').send('later');
        const taken = TAKEN.has(outcome);
        const status = taken ? 200 : outcome === 'forged' ? 401 : 400;
        return reply
          .code(status)
          .type('text/plain')
          .send(taken ? 'SUCCESS' : outcome);
      },
    });
  });
}
