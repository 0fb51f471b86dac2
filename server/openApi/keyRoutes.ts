import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { idSchema } from '../../contract/validate.ts';
import { transact } from '../db/transaction.ts';
import { seesMerchant } from '../engine/scope.ts';
import { engineOf } from '../engine/shared.ts';
import { emit } from '../events/outbox.ts';
import type { AppDeps } from '../http/deps.ts';
import { Refused } from '../http/refused.ts';
import { route } from '../http/route.ts';
import { encryptSecret } from '../secrets.ts';
import { newSecret } from './keys.ts';

const body = z.strictObject({
  ids: z.array(idSchema).min(1).max(500),
  input: z.strictObject({}).optional(),
  dryRun: z.boolean().optional(),
});

/** A new secret for a key, shown once; the old one is good for nothing from now on. */
export function mountKeys(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/openAccess/rotate',
    permission: { anyOf: ['openAccess:rotate'] },
    body,
    summary: 'Give an Open API key a new secret, shown once',
    handler: async ({ caller, body: { ids, dryRun } }) => {
      const [id, ...more] = ids;
      if (!id || more.length > 0) throw new Refused('selectOne');
      const { scopes } = await engineOf(deps);
      const [visible, writable] = [await scopes.visible(caller), await scopes.writable(caller)];
      const secret = newSecret();
      await transact(deps.pool, async (tx) => {
        const { rows } = await tx.query<{ merchantId: string; status: number }>(
          'select merchant_id::text as "merchantId", status from open_access where id = $1 for update',
          [id],
        );
        const key = rows[0];
        if (!key || !seesMerchant(visible, key.merchantId)) throw new Refused('notFound');
        if (!seesMerchant(writable, key.merchantId)) throw new Refused('forbidden');
        if (key.status !== 1) throw new Refused('guard');
        if (dryRun) return;
        await tx.query('update open_access set access_secret = $2, version = version + 1 where id = $1', [
          id,
          encryptSecret(deps.env.secretsKey ?? '', secret),
        ]);
        await emit(tx, 'openAccess', id, 'update', key.merchantId);
      });
      return { done: [id], refused: [], ...(!dryRun && { secret }) };
    },
  });
}
