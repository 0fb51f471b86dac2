import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isStorable } from '../../../contract/storable.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { sessionState } from './sessionState.ts';
import { givePass, holdsPass, isAdministrator } from './docsPass.ts';
import type { SessionKeys } from './keys.ts';
import { prove } from './signIn.ts';

/** Pages that the pass opens. */
const NEXT = ['/api/docs', '/schedule'];
const YES = 200;
const NO = 401;

/** A form as the documentation page sends it (multipart or urlencoded), or JSON. */
async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!Buffer.isBuffer(request.body)) return (request.body ?? {}) as Record<string, unknown>;
  const type = request.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(request.body), {
    headers: { 'content-type': type },
  }).formData();
  return Object.fromEntries(form.entries());
}

async function submit(deps: AppDeps, keys: SessionKeys, { request, reply, caller }: Call): Promise<unknown> {
  const form = await fieldsOf(request).catch(() => ({}) as Record<string, unknown>);
  const [account, password] = [form.UserName ?? form.userName, form.Password ?? form.password];
  if (typeof account !== 'string' || typeof password !== 'string' || !isStorable(account))
    return reply.send(NO);
  try {
    const user = await prove(deps, keys, { account, password, ip: caller.ip });
    const person = await sessionState(deps.pool).person(user.id);
    if (!isAdministrator(user.accountType) || person?.mustChangePassword !== false) return reply.send(NO);
    await givePass(deps, keys, request, reply, user.id);
  } catch (error) {
    if (error instanceof Refused) return reply.send(NO);
    throw error;
  }
  // A browser that posted the page's own form goes on to what it asked for.
  const next = NEXT.find((page) => page === form.Next);
  return next ? reply.redirect(next, 303) : reply.send(YES);
}

/** Both answer a bare number without an envelope (wire.md). */
export function mountDocsPass(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  void app.register(async (scope) => {
    const raw = (_: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body);
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    scope.addContentTypeParser(forms, { parseAs: 'buffer', bodyLimit: 16_384 }, raw);
    route(scope, {
      method: 'POST',
      effect: 'none',
      url: '/api/swagger/checkUrl',
      permission: 'anonymous',
      summary: 'May this browser read the documentation: 200 or 401',
      handler: async ({ request, reply }) => reply.send((await holdsPass(deps, keys, request)) ? YES : NO),
    });
    route(scope, {
      method: 'POST',
      effect: 'unkeyed',
      url: '/api/swagger/submitUrl',
      anyClock: true,
      permission: 'anonymous',
      summary: 'Sign in to the documentation: 200 or 401',
      perMinute: 60,
      handler: (call) => submit(deps, keys, call),
    });
  });
}
