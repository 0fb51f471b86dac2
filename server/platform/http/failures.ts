import { ERRORS } from '../../../contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from './anonymous.ts';
import type { AppDeps } from './deps.ts';
import { asRefused, httpStatus, refusal } from './envelope.ts';
import { noteOutcome } from './outcomes.ts';
import { Refused } from './refused.ts';

/** Both clients of the contract's family sign out on either of these (wire.md, Headers). */
export function tellInvalid(reply: FastifyReply): void {
  reply
    .header('access-token', 'invalid_token')
    .header('x-access-token', 'invalid_token')
    .header('invalid_token', 'true');
}

function answer(
  deps: AppDeps,
  refused: Refused,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply {
  if (refused.code === 'unauthenticated') tellInvalid(reply);
  const context = { locales: deps.locales, traceId: request.id };
  const body = refusal(refused, request.caller ?? anonymous(request), deps.clock.now(), context);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** The one place that turns a thrown thing into an envelope; the cause goes to the log, never to the caller. */
export function answerFailures(app: FastifyInstance, deps: AppDeps): void {
  app.setErrorHandler((error, request, reply) => {
    deps.storage.note(error);
    const refused = asRefused(error);
    noteOutcome(request, { refused, error });
    if (refused.code === 'databaseDown')
      request.log.warn({ reason: (error as Error).message }, 'the database cannot be reached');
    if (ERRORS[refused.code] === 500)
      request.log.error({ err: error, userId: request.caller?.userId }, 'unexpected failure');
    return answer(deps, refused, request, reply, httpStatus(refused.code));
  });
}

/** An address that no route serves, in the envelope. */
export function answerMissing(deps: AppDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(deps, new Refused('notFound'), request, reply, 404);
}

/** An address that nobody can decode: to a person it is a page that does not exist. */
export function answerUnreadable(deps: AppDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  if (wantsPage && !request.url.startsWith('/api/')) return reply.redirect('/404');
  return answerMissing(deps, request, reply);
}
