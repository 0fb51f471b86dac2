import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { STAFF } from '../../../contract/audience.ts';
import { PASS_PAGES } from '../../../contract/passPages.ts';
import { isStorable } from '../../../contract/storable.ts';
import { newId } from '../../platform/db/id.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { switchedOn } from '../../platform/settings.ts';
import { solveCaptcha } from './captcha/captcha.ts';
import { sendPassForm } from './docsForm.ts';
import { givePass, holdsPass, mayReadPage } from './docsPass.ts';
import type { SessionKeys } from './keys.ts';
import { confirmByOtp } from './otp/confirm.ts';
import { passkeysOf } from './passkeys/store.ts';
import { sessionState } from './sessionState.ts';
import { prove } from './signIn.ts';

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

/** @throws Refused like a sign-in: for a wrong picture, password or second factor, after too many of them, without the right */
async function proveRights(deps: AppDeps, keys: SessionKeys, form: Form, ip: string): Promise<string> {
  const { account, password } = form;
  await checkCaptcha(deps, form);
  const { id } = await prove(deps, keys, { account, password, ip });
  await checkSecondFactor(deps, id, form.otp);
  const person = await sessionState(deps.pool).person(id);
  if (!person || person.mustChangePassword || !PASS_PAGES.some((page) => mayReadPage(person, page)))
    throw new Refused('forbidden');
  return id;
}

interface Form {
  account: string;
  password: string;
  code: string;
  codeId: string;
  /** Of a person with passkeys the app's code is the second factor: a form has no script that could ask a passkey. */
  otp: string;
}

function formOf(fields: Record<string, unknown>): Form {
  const text = (...names: string[]): string => {
    const value = names
      .map((name) => fields[name])
      .find((each) => typeof each === 'string' && isStorable(each));
    return typeof value === 'string' ? value : '';
  };
  return {
    account: text('UserName', 'userName'),
    password: text('Password', 'password'),
    code: text('Code', 'code'),
    codeId: text('CodeId', 'codeId'),
    otp: text('Otp', 'otp'),
  };
}

async function checkCaptcha({ pool, env, clock }: AppDeps, { code, codeId }: Form): Promise<void> {
  if (!(await switchedOn(pool, 'sysCaptcha', env.production))) return;
  if (!(await solveCaptcha(pool, codeId, code, clock.now()))) throw new Refused('captchaWrong');
}

async function checkSecondFactor(deps: AppDeps, userId: string, otp: string): Promise<void> {
  if ((await passkeysOf(deps.pool, userId)).length === 0) return;
  const code = otp.trim();
  if (!/^[\w-]{6,20}$/.test(code)) throw new Refused('secondFactor');
  await confirmByOtp(deps, { userId, code, action: 'swagger/submitUrl', commandKey: newId() });
}

async function submit(deps: AppDeps, keys: SessionKeys, { request, reply, caller }: Call): Promise<unknown> {
  const fields = await fieldsOf(request).catch(() => ({}) as Record<string, unknown>);
  const next = PASS_PAGES.find((page) => page === fields.Next);
  const form = formOf(fields);
  try {
    if (form.account === '' || form.password === '') throw new Refused('badCredentials');
    const userId = await proveRights(deps, keys, form, caller.ip);
    await givePass(deps, keys, { request, reply }, { userId });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return next ? sendPassForm(deps, request, reply, next) : reply.send(NO);
  }
  // A browser that posted the page's own form goes on to what it asked for.
  return next ? reply.redirect(next, 303) : reply.send(YES);
}

/** A session in exchange for the pass, so that no token is in an address: what the client does before it opens a page. */
function mountExchange(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/swagger/issuePass',
    permission: { session: STAFF },
    body: z.object({ page: z.enum(PASS_PAGES) }),
    perMinute: 60,
    summary: 'A short-lived cookie by which this browser reads the documentation or the board of jobs',
    handler: async ({ request, reply, caller, body }) => {
      if (!mayReadPage(caller, body.page)) throw new Refused('forbidden');
      await givePass(deps, keys, { request, reply }, caller);
      return null;
    },
  });
}

/** Both answer a bare number without an envelope (wire.md). */
export function mountDocsPass(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  mountExchange(app, deps, keys);
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
