import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { idSchema } from '../../../contract/validate.ts';
import { transact } from '../../platform/db/transaction.ts';
import { keyIfSent, oncePerKey } from '../../engine/idempotency.ts';
import { seesMerchant } from '../../engine/scope.ts';
import { engineOf } from '../../engine/shared.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { decryptSecret, encryptSecret } from '../../platform/secrets.ts';
import { newSecret } from './keys.ts';

const body = z.strictObject({
  ids: z.array(idSchema).min(1).max(500),
  input: z.strictObject({}).optional(),
  dryRun: z.boolean().optional(),
});

interface Key {
  merchantId: string;
  status: number;
  sealed: string;
  version: number;
}

/** Whose keys a person sees and changes. */
async function reachOf(deps: AppDeps, caller: Caller) {
  const { scopes } = await engineOf(deps);
  return { visible: await scopes.visible(caller), writable: await scopes.writable(caller) };
}
type Reach = Awaited<ReturnType<typeof reachOf>>;

/** The key, locked, where this person may change it. */
async function lockKey(tx: PoolClient, { visible, writable }: Reach, id: string): Promise<Key> {
  const { rows } = await tx.query<Key>(
    `select merchant_id::text as "merchantId", status, access_secret as sealed, version from open_access
     where id = $1 for update`,
    [id],
  );
  const key = rows[0];
  if (!key || !seesMerchant(visible, key.merchantId)) throw new Refused('notFound');
  if (!seesMerchant(writable, key.merchantId)) throw new Refused('forbidden');
  if (key.status !== 1) throw new Refused('guard');
  return key;
}

/**
 * A new secret for a key; the old one is good for nothing from now on. A repeat of the same request answers the same secret
 * while it counts, and none once somebody has changed the key.
 */
async function rotate(
  deps: AppDeps,
  caller: Caller,
  id: string,
  header: unknown,
): Promise<string | undefined> {
  const secretsKey = deps.env.secretsKey ?? '';
  const reach = await reachOf(deps, caller);
  const known = keyIfSent(caller.userId, header, { command: 'openAccess/rotate', id }, secretsKey);
  return transact(deps.pool, async (tx) => {
    const key = await lockKey(tx, reach, id);
    let secret: string | undefined;
    // The stored answer holds the version, not the secret, which is kept encrypted in its own column only.
    const { version } = await oncePerKey(tx, known, async () => {
      secret = newSecret();
      await tx.query('update open_access set access_secret = $2, version = version + 1 where id = $1', [
        id,
        encryptSecret(secretsKey, secret),
      ]);
      await emit(tx, 'openAccess', id, 'update', key.merchantId);
      return { done: [id], refused: [], version: key.version + 1 };
    });
    return secret ?? (version === key.version ? decryptSecret(secretsKey, key.sealed) : undefined);
  });
}

export function mountKeys(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'keyed',
    url: '/api/openAccess/rotate',
    permission: { anyOf: ['openAccess:rotate'] },
    body,
    summary: 'Give an Open API key a new secret, shown once',
    handler: async ({ caller, headers, body: { ids, dryRun } }) => {
      const [id, ...more] = ids;
      if (!id || more.length > 0) throw new Refused('selectOne');
      if (dryRun) {
        const reach = await reachOf(deps, caller);
        await transact(deps.pool, (tx) => lockKey(tx, reach, id));
        return { done: [id], refused: [] };
      }
      const secret = await rotate(deps, caller, id, headers['idempotency-key']);
      return { done: [id], refused: [], ...(secret !== undefined && { secret }) };
    },
  });
}
