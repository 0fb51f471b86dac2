import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { route } from '../../platform/http/route.ts';
import { checkRank, lockTargets } from './authority.ts';

const KEY_BYTES = 16;
const SECRET_BYTES = 32;

/** The methods of HTTP by the family's numbers. */
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'] as const;

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

interface Signed {
  method: string;
  url: string;
  accessKey: string;
  timestamp: number | string;
  nonce: string;
}

/** As clients of the family sign their calls. */
export const familySign = (secret: string, { method, url, accessKey, timestamp, nonce }: Signed): string =>
  createHmac('sha256', secret).update([method, url, accessKey, timestamp, nonce].join('&')).digest('base64');

/** @throws Refused where the person is not of that tenant, or may do more than the caller */
async function checkBound({ deps, tx, caller, values, before }: WriteContext): Promise<void> {
  const bound = { ...before, ...values };
  if (values.bindUserId === undefined && values.bindTenantId === undefined) return;
  const found = await tx.query(
    'select from sys_user where id = $1 and tenant_id = $2 and merchant_id is null',
    [bound.bindUserId, bound.bindTenantId],
  );
  if (!found.rowCount) throw refuseField(deps, caller, 'bindUserId', 'notOfTenant');
  const [target] = await lockTargets(tx, caller, [String(bound.bindUserId)]);
  if (!target) throw refuseField(deps, caller, 'bindUserId', 'notOfTenant');
  await checkRank(tx, caller, target);
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
      z.enum(METHODS),
    ])
    .transform((given) => (typeof given === 'number' ? METHODS[given]! : given)),
  url: z.string().min(1).max(2000),
  timestamp: z.union([z.int(), z.string().regex(/^\d{1,16}$/)]),
  nonce: z.string().min(1).max(64),
});

/** Calls of the form and of the signature generator: both work on what was typed and read no stored secret. */
export function mountOpenAccess(app: FastifyInstance, _deps: AppDeps): void {
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
    handler: async ({ body }) => {
      if (body.accessSecret.includes('•')) throw new Refused('validation');
      return familySign(body.accessSecret, body);
    },
  });
}
