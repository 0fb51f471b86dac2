import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { EVERYONE } from '../../../../contract/audience.ts';
import { OTP } from '../../../../contract/otp.ts';
import { newId } from '../../../platform/db/id.ts';
import { ShownOnce, writeRoute } from '../../../engine/writeRoute.ts';
import { emit } from '../../../platform/events/outbox.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { required } from '../../../platform/http/required.ts';
import { route } from '../../../platform/http/route.ts';
import { decryptSecret, encryptSecret } from '../../../platform/secrets.ts';
import type { SessionKeys } from '../keys.ts';
import { proveAgain } from '../signIn.ts';
import { renewRecovery } from './recovery.ts';
import { addressOf, newSecret, stepOf } from './totp.ts';

interface Own {
  id: string;
  status: number;
  secret: string | null;
}

const OWN = `select status, recovery_left as "recoveryLeft", enrolled_at as "enrolledAt" from user_otp where user_id = $1`;
const LOCK = 'select id::text, status, secret_key as secret from user_otp where user_id = $1 for update';
const BEGIN = `insert into user_otp (id, tenant_id, user_id, secret_key) values ($1, $2, $3, $4)
  on conflict (user_id) do update set secret_key = excluded.secret_key, version = user_otp.version + 1
  where user_otp.status = ${OTP.unbound} returning id::text`;
const BIND = `update user_otp set status = ${OTP.active}, last_step = greatest(last_step, $2), failures = 0,
  recovery_left = $3, enrolled_at = $4, version = version + 1 where user_id = $1`;

/** Starts: a secret that counts for nothing before the app has answered with its first code. */
async function enrol(deps: AppDeps, tx: PoolClient, caller: Caller): Promise<ShownOnce> {
  const secret = newSecret();
  const sealed = encryptSecret(deps.env.secretsKey ?? '', secret);
  const { rows } = await tx.query<{ id: string }>(BEGIN, [newId(), caller.tenantId, caller.userId, sealed]);
  if (!rows[0]) throw new Refused('otpBound');
  await emit(tx, 'userOtp', rows[0].id, 'update');
  return new ShownOnce({ secret, address: addressOf(secret, caller.account) }, { begun: true });
}

/** Ends: the first code proves that the app has the secret. The recovery codes are shown this once. */
async function verify(deps: AppDeps, tx: PoolClient, caller: Caller, code: string): Promise<ShownOnce> {
  const now = deps.clock.now();
  const row = (await tx.query<Own>(LOCK, [caller.userId])).rows[0];
  if (!row?.secret) throw new Refused('otpUnbound');
  if (row.status !== OTP.unbound) throw new Refused('otpBound');
  const step = stepOf(decryptSecret(deps.env.secretsKey ?? '', row.secret), code.trim(), now);
  if (step === undefined) throw new Refused('otpWrong', { says: 'otpFirst' });
  const recoveryCodes = await renewRecovery(tx, caller.userId);
  await tx.query(BIND, [caller.userId, step, recoveryCodes.length, now]);
  await emit(tx, 'userOtp', row.id, 'update');
  return new ShownOnce({ recoveryCodes }, { bound: true });
}

/** A person's own one-time passwords: how they stand, and binding an app. */
export function mountOtp(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  route(app, {
    method: 'GET',
    url: '/api/userOtp/own',
    permission: { session: EVERYONE },
    summary: "The state of the caller's own one-time password",
    handler: async ({ caller }) => {
      const { rows } = await deps.pool.query(OWN, [caller.userId]);
      return rows[0] ?? { status: OTP.unbound, recoveryLeft: 0, enrolledAt: null };
    },
  });
  writeRoute(app, deps, {
    url: '/api/userOtp/enrol',
    permission: { session: EVERYONE },
    body: z.looseObject({}),
    summary: 'Begin to bind an app: the secret and its address for a QR code, shown once',
    prepare: async ({ caller, body }) => {
      const given = required(body, ['password'], { locales: deps.locales, locale: caller.locale });
      const { userId, ip } = caller;
      await proveAgain(deps, keys, { kind: 'otp', userId, password: given.password, ip });
    },
    handler: ({ caller, tx }) => enrol(deps, tx, caller),
  });
  writeRoute(app, deps, {
    url: '/api/userOtp/verify',
    permission: { session: EVERYONE },
    perMinute: 30,
    body: z.object({ code: z.string().max(20).default('') }),
    summary: 'Bind the app by its first code; answers the recovery codes once',
    handler: ({ caller, body, tx }) => verify(deps, tx, caller, body.code),
  });
}
