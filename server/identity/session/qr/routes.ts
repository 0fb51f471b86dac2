import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../../contract/audience.ts';
import { OTP } from '../../../../contract/otp.ts';
import { QR_CODE_LENGTH, type QrAsked, readQrCode } from '../../../../contract/qrSignIn.ts';
import { SWITCH } from '../../../platform/db/statuses.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { required } from '../../../platform/http/required.ts';
import { type Call, route } from '../../../platform/http/route.ts';
import { switchedOn } from '../../../platform/settings.ts';
import { attemptAnywhere, spend } from '../attempts.ts';
import type { SessionKeys } from '../keys.ts';
import { confirmByOtp } from '../otp/confirm.ts';
import { letIn } from '../passkeys/secondFactor.ts';
import { passkeysOf } from '../passkeys/store.ts';
import { startSession } from '../startSession.ts';
import { beginQr, decideQr, seeQr, stateOfQr, takeQr } from './store.ts';

/** Codes that one address may ask for within a quarter of an hour: a page that stays open asks for eight. */
const MOST_CODES = 60;
const PER_MINUTE = 60;
/** Pages behind one address ask every two seconds. */
const POLLS_PER_MINUTE = 600;

const id = z.string().min(1).max(64);
const code = z
  .string()
  .max(40)
  .transform(readQrCode)
  .refine((text) => text.length === QR_CODE_LENGTH);

const kept = z.object({ id, secret: id });

const qrOn = (deps: AppDeps): Promise<boolean> => switchedOn(deps.pool, 'sysQr', true);

async function begin(deps: AppDeps, { caller, headers }: Call) {
  if (!(await qrOn(deps))) throw new Refused('qrOff');
  await spend(deps.pool, `qr:ip|${caller.ip}`, MOST_CODES, deps.clock.now());
  return beginQr(deps, { ip: caller.ip, userAgent: headers['user-agent'] ?? '' });
}

const ENABLED = `select from sys_user u join sys_tenant t on t.id = u.tenant_id
  where u.id = $1 and u.status = ${SWITCH.enabled} and t.status = ${SWITCH.enabled}`;

/** The tokens of somebody who has approved it. What was confirmed there needs no second factor here. */
async function enter(deps: AppDeps, keys: SessionKeys, call: Call<z.output<typeof kept>>) {
  const taken = await takeQr(deps, call.body);
  if (!taken || !(await deps.pool.query(ENABLED, [taken.userId])).rowCount) throw new Refused('qrGone');
  const start = taken.confirmed ? startSession : letIn;
  return start(deps, keys, call, taken.userId);
}

const STATUS = 'select status from user_otp where user_id = $1';

/** What somebody has bound that confirms an approval. */
async function boundOf({ pool }: AppDeps, userId: string): Promise<QrAsked['confirm']> {
  const { rows } = await pool.query<{ status: number }>(STATUS, [userId]);
  return {
    otp: rows[0] !== undefined && rows[0].status !== OTP.unbound,
    passkey: (await passkeysOf(pool, userId)).length > 0,
  };
}

/** Codes are typed, so guesses are counted like passwords. @throws Refused qrGone */
async function find(deps: AppDeps, { userId, ip }: Caller, typed: string) {
  let found: Awaited<ReturnType<typeof seeQr>>;
  const at = { kind: 'qr', who: userId, ip, trusted: false };
  await attemptAnywhere(deps.pool, at, deps.clock.now(), async () => {
    found = await seeQr(deps, typed);
    return found !== undefined;
  });
  if (!found) throw new Refused('qrGone');
  return found;
}

async function look(deps: AppDeps, { caller, body }: Call<{ code: string }>): Promise<QrAsked> {
  const { expiresAt, ...found } = await find(deps, caller, body.code);
  return {
    ...found,
    startsInMs: Math.max(0, expiresAt.getTime() - deps.clock.now().getTime()),
    here: found.ip === caller.ip,
    confirm: await boundOf(deps, caller.userId),
  };
}

interface Approval {
  id: string;
  code: string;
  otp?: string | undefined;
}

/** As the caller: confirmed by what they have bound, before the code is spent. */
async function approve(deps: AppDeps, { caller, body }: Call<Approval>): Promise<true> {
  const found = await find(deps, caller, body.code);
  if (found.id !== body.id) throw new Refused('qrGone');
  const { otp, passkey } = await boundOf(deps, caller.userId);
  if (otp || passkey) {
    const given = required(body as unknown as Record<string, unknown>, ['otp'], {
      locales: deps.locales,
      locale: caller.locale,
    });
    const action = 'sysAuth/qrApprove';
    await confirmByOtp(deps, { userId: caller.userId, code: given.otp.trim(), action, commandKey: body.id });
  }
  const approval = { userId: caller.userId, confirmed: otp || passkey };
  if (!(await decideQr(deps, body, approval))) throw new Refused('qrGone');
  return true;
}

function mountAsking(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/qrBegin',
    anyClock: true,
    permission: 'anonymous',
    perMinute: 2 * MOST_CODES,
    summary: 'A code that somebody who is signed in elsewhere may approve, good once and for two minutes',
    handler: (call) => begin(deps, call),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysAuth/qrState',
    permission: 'anonymous',
    perMinute: POLLS_PER_MINUTE,
    body: kept,
    summary: 'What has become of a code, for the browser that asked for it',
    handler: async ({ body }) => {
      const state = await stateOfQr(deps, body);
      if (!state) throw new Refused('qrGone');
      return state;
    },
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/qrEnter',
    anyClock: true,
    permission: 'anonymous',
    perMinute: PER_MINUTE,
    body: kept,
    summary: 'Sign in by a code that was approved, once, in the browser that asked for it',
    handler: (call) => enter(deps, keys, call),
  });
}

function mountDeciding(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/qrLook',
    permission: { session: EVERYONE },
    perMinute: PER_MINUTE,
    body: z.object({ code }),
    summary: 'Which device waits under a code',
    handler: (call) => look(deps, call),
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/qrApprove',
    permission: { session: EVERYONE },
    perMinute: PER_MINUTE,
    body: z.object({ id, code, otp: z.string().max(200).optional() }),
    summary:
      'Let the device of a code in as the caller, confirmed by a passkey or a one-time password that is bound',
    handler: (call) => approve(deps, call),
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/qrRefuse',
    permission: { session: EVERYONE },
    perMinute: PER_MINUTE,
    body: z.object({ id, code }),
    summary: 'Refuse the device of a code',
    handler: async ({ body }) => {
      if (!(await decideQr(deps, body, undefined))) throw new Refused('qrGone');
      return true;
    },
  });
}

export function mountQr(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  mountAsking(app, deps, keys);
  mountDeciding(app, deps);
}
