import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { IdentityRefusal } from '../../../contract/identityRefusal.ts';
import { idSchema, MASKED } from '../../../contract/validate.ts';
import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { route } from '../../platform/http/route.ts';
import { signCall } from '../session/signed/signature.ts';
import { SIGN_WINDOW_S } from '../../platform/http/signing.ts';
import { findIdentity } from '../session/signed/store.ts';
import { checkRank, lockTargets } from './authority.ts';

const KEY_BYTES = 16;
const SECRET_BYTES = 32;
/** A secret that somebody typed has at least this many characters. */
const SHORTEST_SECRET = 16;
const REFUSALS_SHOWN = 50;

/** The methods of HTTP by the family's numbers. */
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'] as const;

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * Whoever sets the secret of a key can act as the person it is bound to, so every change asks for the rank of that person,
 * as it was and as it is to be.
 * @throws Refused where the person is not of that tenant, or may do more than the caller
 */
async function checkBound({ deps, tx, caller, values, before }: WriteContext): Promise<void> {
  const bound = { ...before, ...values };
  const found = await tx.query(
    'select from sys_user where id = $1 and tenant_id = $2 and merchant_id is null',
    [bound.bindUserId, bound.bindTenantId],
  );
  if (!found.rowCount) throw refuseField(deps, caller, 'bindUserId', 'notOfTenant');
  const people = [...new Set([bound.bindUserId, before?.bindUserId ?? bound.bindUserId].map(String))];
  const targets = await lockTargets(tx, caller, people);
  if (targets.length < people.length) throw refuseField(deps, caller, 'bindUserId', 'notOfTenant');
  for (const target of targets) await checkRank(tx, caller, target);
}

/** @throws Refused where it could be found by trial */
function checkSecret({ deps, caller, values }: WriteContext): void {
  const { accessSecret } = values;
  if (typeof accessSecret !== 'string' || accessSecret === MASKED) return;
  if (accessSecret.length < SHORTEST_SECRET)
    throw refuseField(deps, caller, 'accessSecret', 'secretShort', { min: SHORTEST_SECRET });
}

export const sysOpenAccessHalf: ServerHalf = {
  familyPage: {
    ask: async (_deps, _caller, body) => body,
    async more({ pool }, _caller, ids) {
      const { rows } = await pool.query<{ id: string; bindUserAccount: string }>(
        `select a.id::text, u.account as "bindUserAccount" from sys_open_access a
           join sys_user u on u.id = a.bind_user_id where a.id = any($1::bigint[])`,
        [ids],
      );
      return new Map(rows.map(({ id, bindUserAccount }) => [id, { bindUserAccount }]));
    },
  },
  async beforeWrite(context) {
    const { values, verb, answer } = context;
    if (verb === 'delete') return;
    // What is emptied stays as it was; a new key without one gets one.
    for (const name of ['accessKey', 'accessSecret']) if (!values[name]) delete values[name];
    checkSecret(context);
    if (verb === 'add') {
      values.accessKey ??= randomBytes(KEY_BYTES).toString('hex');
      values.accessSecret ??= newSecret();
      // Shown once, to whoever made the key.
      answer.secret = values.accessSecret;
    }
    await checkBound(context);
  },
};

const signature = z.looseObject({
  accessKey: z.string().min(1).max(64),
  accessSecret: z.string().min(1).max(128),
  method: z
    .union([
      z
        .int()
        .min(0)
        .max(METHODS.length - 1),
      z
        .string()
        .max(10)
        .transform((name) => name.toUpperCase())
        .pipe(z.enum(METHODS)),
    ])
    .transform((given) => (typeof given === 'number' ? METHODS[given]! : given)),
  url: z.string().min(1).max(2000),
  timestamp: z.union([z.int(), z.string().regex(/^\d{1,16}$/)]),
  nonce: z.string().min(1).max(64),
});
type Signature = z.output<typeof signature>;

/**
 * The dialog of a row has the secret masked: for the person whom the key is bound to the stored one signs, a call of now.
 * Of anybody else it would make signatures that last, in another's name.
 * @throws Refused
 */
async function secretOf(deps: AppDeps, caller: Caller, asked: Signature): Promise<string> {
  if (asked.accessSecret !== MASKED) return asked.accessSecret;
  const identity = await findIdentity(deps.pool, deps.env.secretsKey ?? '', asked.accessKey);
  const now = deps.clock.now().getTime() / 1_000;
  const isNow = Math.abs(now - Number(asked.timestamp)) <= SIGN_WINDOW_S;
  if (identity?.userId !== caller.userId || !isNow)
    throw refuseField(deps, caller, 'accessSecret', 'secretTyped');
  return identity.secret;
}

const REFUSALS = `select id::text, reason, method, path, ip, refused_at as "refusedAt" from sys_open_access_refusal
  where access_id = $1 order by id desc limit $2`;

interface RefusalRow extends Omit<IdentityRefusal, 'reason' | 'refusedAt'> {
  reason: string;
  refusedAt: Date;
}

/** Calls of the form and of the signature generator, and what was refused under a key. */
export function mountOpenAccess(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysOpenAccess/secret',
    permission: { anyOf: ['sysOpenAccess:add', 'sysOpenAccess:update'] },
    summary: 'A fresh secret for the form of a key',
    handler: async () => newSecret(),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysOpenAccess/generateSignature',
    permission: { anyOf: ['sysOpenAccess:page'] },
    body: signature,
    summary: 'The signature of a call under a key and secret that the caller has',
    handler: async ({ caller, body }) => {
      const secret = await secretOf(deps, caller, body);
      if (secret.includes('•')) throw new Refused('validation');
      return signCall(secret, body);
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/sysOpenAccess/refusals',
    permission: { anyOf: ['sysOpenAccess:page'] },
    query: z.looseObject({ id: idSchema }),
    summary: 'Calls under a key that were not let in, with the reason, the newest first',
    handler: async ({ query }) =>
      (await deps.pool.query<RefusalRow>(REFUSALS, [query.id, REFUSALS_SHOWN])).rows.map((row) => ({
        ...row,
        refusedAt: row.refusedAt.toISOString(),
      })),
  });
}
