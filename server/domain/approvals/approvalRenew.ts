import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import { withdrawQuestion } from './approvalAsk.ts';
import { escalateDue } from './escalate.ts';
import { APPROVAL_STATUS, PAY_STATUS } from '../../platform/db/statuses.ts';

/** A payout that waits for a second person, under its row lock. */
interface Waiting {
  id: string;
  merchantId: string;
}

const BATCH = 200;

// One that is to be refused is refused by the regular work, not put again.
const LAPSED = `select from approval a
  join approval_flow_step s on s.rule_id = a.rule_id and s.flow_version = a.flow_version and s.step = a.step
  where a.resource = 'payOrder' and a.row_id = $1 and a.status = ${APPROVAL_STATUS.waiting} and a.expires_at <= $2
    and s.on_timeout <> 'refuse'`;

// As the last one was put, by the same version from its first step: whoever asked decides nothing now either.
const AGAIN = `insert into approval (id, tenant_id, merchant_id, resource, row_id, row_no, action, input, currency, amount,
    limit_amount, maker_id, maker, expires_at, created_at, rule_id, flow_version)
  select $1, tenant_id, merchant_id, resource, row_id, row_no, action, input, currency, amount, limit_amount, maker_id, maker,
    $4::timestamptz + make_interval(mins => s.timeout_minutes), $4, last.rule_id, last.flow_version
  from (select * from approval where merchant_id = $3 and resource = 'payOrder' and row_id = $2
    order by created_at desc, id desc limit 1) last
  join approval_flow_step s on s.rule_id = last.rule_id and s.flow_version = last.flow_version and s.step = 1
  where outcome = 'expired'
  on conflict (resource, row_id) where status = ${APPROVAL_STATUS.waiting} do nothing`;

/** Where its time is over: asks others about a payout too, or puts the question again. It moves by an answer alone. */
export async function renewQuestion(tx: PoolClient, order: Waiting, now: Date): Promise<void> {
  await escalateDue(tx, { resource: 'payOrder', rowId: order.id }, now);
  const { rowCount: lapsed } = await tx.query(LAPSED, [order.id, now]);
  if (lapsed) await withdrawQuestion(tx, { resource: 'payOrder', rowId: order.id }, 'expired', now);
  const id = newId();
  const { rowCount } = await tx.query(AGAIN, [id, order.id, order.merchantId, now]);
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
