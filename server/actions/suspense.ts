import type { PoolClient } from 'pg';

/** What suspense holds for an order in its own currency, as decimal text. */
export async function heldInSuspense(
  tx: PoolClient,
  order: { id: string; currency: string },
): Promise<string> {
  const { rows } = await tx.query<{ held: string }>(
    `select coalesce(sum(p.amount), 0)::text as held from journal_entry e join platform_posting p on p.entry_id = e.id
     where e.order_id = $1 and p.account = 'suspense' and p.currency = $2`,
    [order.id, order.currency],
  );
  return rows[0]!.held;
}
