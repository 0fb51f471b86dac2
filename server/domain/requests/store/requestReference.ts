import type { PoolClient } from 'pg';

/** Requests about money received, and the table in which their references are claimed. */
const CLAIMS = {
  rechargeOrder: {
    free: 'delete from recharge_reference where order_id = $1',
    take: `insert into recharge_reference (order_id, merchant_id, currency, reference)
      values ($1, $2, $3, reference_form($4))`,
  },
  manualOrder: {
    free: 'delete from manual_reference where order_id = $1',
    take: `insert into manual_reference (order_id, merchant_id, currency, utr)
      values ($1, $2, $3, reference_form($4))`,
  },
} as const;

export type Claimed = keyof typeof CLAIMS;

export const isClaimed = (resource: string): resource is Claimed => resource in CLAIMS;

/** Whoever asks for the same money may do so from now on. */
export async function freeReference(tx: PoolClient, resource: Claimed, id: string): Promise<void> {
  await tx.query(CLAIMS[resource].free, [id]);
}

/**
 * Claims the reference of a request, over all merchants, instead of the one that it had.
 * @throws the database's unique violation where another request has it
 */
export async function claimReference(
  tx: PoolClient,
  resource: Claimed,
  request: { id: string; merchantId: string; currency: string; reference: string },
): Promise<void> {
  const { id, merchantId, currency, reference } = request;
  await freeReference(tx, resource, id);
  await tx.query(CLAIMS[resource].take, [id, merchantId, currency, reference]);
}
