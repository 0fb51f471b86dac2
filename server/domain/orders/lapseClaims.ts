import type { Pool, PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import { claimEnd } from '../../engine/refusalSql.ts';
import { SYSTEM } from './moveRow.ts';

const BATCH = 200;
const CLAIMED = { collectOrder: 'collect_order', payOrder: 'pay_order' } as const;
type Claimed = keyof typeof CLAIMED;

// Whoever acts on an order at this moment has its lock: the claim is looked at again in a minute.
const lapseSql = (resource: Claimed) => `
with lapsed as (
  select id, claimed_by, row_number() over (order by id) as nth from (
    select id, claimed_by from ${CLAIMED[resource]} c where claimed_by is not null and ${claimEnd('c')} <= $1
    order by id limit ${BATCH} for update skip locked
  ) held
), freed as (
  update ${CLAIMED[resource]} o set claimed_by = null, claimed_at = null, claim_offered_until = null, version = version + 1
  from lapsed l where o.id = l.id
  returning o.id, o.order_no, o.merchant_id, l.claimed_by, l.nth
), logged as (
  insert into order_log (id, order_id, order_no, merchant_id, event, operator, before, after, resource)
  select ($2::bigint[])[f.nth], f.id, f.order_no, f.merchant_id, 'claimLapsed', $3,
    jsonb_build_object('claimedBy', f.claimed_by::text, 'claimedByName', u.account), '{"claimedBy": null}', '${resource}'
  from freed f join sys_user u on u.id = f.claimed_by
  returning id, merchant_id
)
insert into outbox (resource, row_id, change, merchant_id)
select '${resource}', id, 'update', merchant_id from freed
union all select 'orderLog', id, 'add', merchant_id from logged`;

const STATEMENTS = { collectOrder: lapseSql('collectOrder'), payOrder: lapseSql('payOrder') } as const;

async function lapse(tx: PoolClient, resource: Claimed, now: Date): Promise<number> {
  const values = [now, Array.from({ length: BATCH }, newId), SYSTEM.operator];
  const { rowCount } = await tx.query(STATEMENTS[resource], values);
  return (rowCount ?? 0) / 2;
}

/** Frees orders whose holder has given no sign for 15 minutes and offers them to nobody, in pieces. @returns how many */
export async function lapseClaims(pool: Pool, now: Date): Promise<number> {
  let freed = 0;
  for (const resource of Object.keys(CLAIMED) as Claimed[])
    for (let last = BATCH; last === BATCH; freed += last)
      last = await transact(pool, (tx) => lapse(tx, resource, now));
  return freed;
}
