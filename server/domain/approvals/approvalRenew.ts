import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import { LIVES_MS, withdrawQuestion } from './approvalAsk.ts';
import { APPROVAL_STATUS, PAY_STATUS } from '../../platform/db/statuses.ts';

/** A payout that waits for a second person, under its row lock. */
interface Waiting {
  id: string;
  merchantId: string;
}

const BATCH = 200;

const LAPSED = `select from approval where resource = 'payOrder' and row_id = $1
  and status = ${APPROVAL_STATUS.waiting} and expires_at <= $2`;

// As the last one was put: whoever asked is no second person now either.
const AGAIN = `insert into approval (id, tenant_id, merchant_id, resource, row_id, row_no, action, input, currency, amount,
    limit_amount, maker_id, maker, expires_at, created_at)
  select $1, tenant_id, merchant_id, resource, row_id, row_no, action, input, currency, amount, limit_amount, maker_id, maker,
    $4, $5
  from (select * from approval where merchant_id = $3 and resource = 'payOrder' and row_id = $2
    order by created_at desc, id desc limit 1) last
  where outcome = 'expired'
  on conflict (resource, row_id) where status = ${APPROVAL_STATUS.waiting} do nothing`;

/** Puts the question about a payout again where its term is over: it moves by an answer alone. */
export async function renewQuestion(tx: PoolClient, order: Waiting, now: Date): Promise<void> {
  const { rowCount: lapsed } = await tx.query(LAPSED, [order.id, now]);
  if (lapsed) await withdrawQuestion(tx, { resource: 'payOrder', rowId: order.id }, 'expired', now);
  const id = newId();
  const until = new Date(now.getTime() + LIVES_MS);
  const { rowCount } = await tx.query(AGAIN, [id, order.id, order.merchantId, until, now]);
  if (rowCount) await emit(tx, 'approval', id, 'add', order.merchantId);
}

const UNASKED = `select o.id::text, o.merchant_id::text as "merchantId" from pay_order o
  where o.status = ${PAY_STATUS.approving}
    and not exists (select from approval a where a.resource = 'payOrder' and a.row_id = o.id
      and a.status = ${APPROVAL_STATUS.waiting})
  order by o.id limit ${BATCH} for update of o skip locked`;

/** Puts the questions about payouts again that were closed without an answer. */
export async function renewClosed(tx: PoolClient, now: Date): Promise<void> {
  const { rows } = await tx.query<Waiting>(UNASKED);
  for (const order of rows) await renewQuestion(tx, order, now);
}
