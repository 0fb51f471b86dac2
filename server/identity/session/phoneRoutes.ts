import type { FastifyInstance } from 'fastify';
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

/** Without a leading plus a number is one of the product's first country. */
const COUNTRY = 'CN';

/** @throws Refused validation where it is no number */
function numberIn(deps: AppDeps, { caller }: Call, typed: string): string {
  const phone = toE164(typed.trim().slice(0, 40), COUNTRY);
  if (phone === undefined) throw refuseField(deps, caller, 'phone', 'smsPhone');
  return phone;
}

async function sendCode(deps: AppDeps, call: Call): Promise<null> {
  const gateway = smsGatewayOf(deps);
  if (!gateway) throw new Refused('smsOff');
  const { phone: typed } = call.request.params as { phone: string };
  const phone = numberIn(deps, call, typed);
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
  const phone = numberIn(deps, call, given.phone);
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
