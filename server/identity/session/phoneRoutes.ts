import type { FastifyInstance } from 'fastify';
import type { CountryCode } from 'libphonenumber-js/max';
import * as z from 'zod';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { required } from '../../platform/http/required.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { smsGatewayOf } from '../../platform/sms/gateway.ts';
import { toE164 } from '../../platform/telephone.ts';
import type { SessionKeys } from './keys.ts';
import { letIn } from './passkeys/secondFactor.ts';
import { newSmsCode, proveBySms } from './smsCode.ts';

const COUNTRIES = 'select distinct country from sys_org where country is not null order by country';
/** That of organisations that name none. */
const OTHERWISE: CountryCode = 'CN';

/**
 * Without a leading plus a number is one of a country that an organisation is in, as its people's form reads it; of
 * several that it may be, one that somebody has.
 * @throws Refused validation where it is no number
 */
async function numberIn(deps: AppDeps, { caller }: Call, typed: string): Promise<string> {
  const text = typed.trim().slice(0, 40);
  const { rows } = await deps.pool.query<{ country: CountryCode }>(COUNTRIES);
  const countries = new Set([...rows.map(({ country }) => country), OTHERWISE]);
  const possible = [...countries].flatMap((country) => toE164(text, country) ?? []);
  const [first] = possible;
  if (first === undefined) throw refuseField(deps, caller, 'phone', 'smsPhone');
  const had = await deps.pool.query<{ phone: string | null }>(
    'select phone from sys_user where phone = any($1)',
    [possible],
  );
  return had.rows[0]?.phone ?? first;
}

async function sendCode(deps: AppDeps, call: Call): Promise<null> {
  const gateway = smsGatewayOf(deps);
  if (!gateway) throw new Refused('smsOff');
  const { phone: typed } = call.request.params as { phone: string };
  const phone = await numberIn(deps, call, typed);
  const code = await newSmsCode(deps, phone, call.caller.ip);
  if (code === undefined) return null;
  const text = textOf(deps.locales, call.caller.locale, 'errors', 'texts.smsCode', { code }) ?? code;
  // Not waited for: how long the answer takes must not say whether there was a message.
  gateway
    .send({ phone, text })
    .catch((error: unknown) => deps.log.error({ err: error }, 'a short message was not sent'));
  return null;
}

async function login(
  deps: AppDeps,
  keys: SessionKeys,
  call: Call<Record<string, unknown>>,
): Promise<unknown> {
  const given = required(call.body, ['phone', 'code'], { locales: deps.locales, locale: call.caller.locale });
  const phone = await numberIn(deps, call, given.phone);
  const userId = await proveBySms(deps, { phone, code: given.code.trim(), ip: call.caller.ip });
  return letIn(deps, keys, call, userId);
}

export function mountPhoneLogin(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysSms/sendSms/:phone',
    anyClock: true,
    permission: 'anonymous',
    perMinute: 120,
    summary: 'Send a code to sign in by; whether the number is known shows nowhere',
    handler: (call) => sendCode(deps, call),
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/loginPhone',
    anyClock: true,
    permission: 'anonymous',
    body: z.looseObject({}),
    perMinute: 60,
    summary: 'Sign in with a telephone number and the code that was sent to it',
    handler: (call) => login(deps, keys, call),
  });
}
