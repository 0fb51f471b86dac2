import type { ChangeEvent } from '../../../contract/calls.ts';

interface Runner {
  query: (config: { name: string; text: string; values: unknown[] }) => Promise<unknown>;
}

/**
 * Records a change in the transaction that makes it; the dispatcher numbers it after the commit, and then looks up whose
 * a row of no merchant is. Of one that is deleted the tenant is given here.
 */
export async function emit(
  tx: Runner,
  resource: string,
  id: string,
  change: ChangeEvent['change'],
  merchantId: string | null = null,
  tenantId: string | null = null,
): Promise<void> {
  await tx.query({
    name: 'outbox-emit',
    text: 'insert into outbox (resource, row_id, change, merchant_id, tenant_id) values ($1, $2, $3, $4, $5)',
    values: [resource, id, change, merchantId, tenantId],
  });
}
