import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';
import { withdrawQuestion } from './approvalAsk.ts';
import { escalateDue } from './escalate.ts';
import { emitMoved } from './questionEvent.ts';
import { WAITING_ROWS } from './waitingRows.ts';

/** A row that waits for others, under its lock. */
interface Waiting {
  resource: string;
  id: string;
  merchantId: string;
}

const BATCH = 200;

// One that is to be refused is refused by the regular work, not put again.
const LAPSED = `select from approval a
  join approval_flow_step s on s.rule_id = a.rule_id and s.flow_version = a.flow_version and s.step = a.step
  where a.resource = $3 and a.row_id = $1 and a.status = ${APPROVAL_STATUS.waiting} and a.expires_at <= $2
    and s.on_timeout <> 'refuse'`;

// As the last one was put, by the same version from its first step: whoever asked decides nothing now either.
const AGAIN = `insert into approval (id, tenant_id, merchant_id, resource, row_id, row_no, action, input, currency, amount,
    limit_amount, maker_id, maker, expires_at, created_at, rule_id, flow_version)
  select $1, tenant_id, merchant_id, resource, row_id, row_no, action, input, currency, amount, limit_amount, maker_id, maker,
    $4::timestamptz + make_interval(mins => s.timeout_minutes), $4, last.rule_id, last.flow_version
  from (select * from approval where merchant_id = $3 and resource = $5 and row_id = $2
    order by created_at desc, id desc limit 1) last
  join approval_flow_step s on s.rule_id = last.rule_id and s.flow_version = last.flow_version and s.step = 1
  where outcome = 'expired'
  on conflict (resource, row_id) where status = ${APPROVAL_STATUS.waiting} do nothing`;

const ASKED = 'select from approval where merchant_id = $2 and resource = $3 and row_id = $1 limit 1';

/** Where its time is over: asks others about a row too, or puts the question again. It moves by an answer alone. */
export async function renewQuestion(
  tx: PoolClient,
  { resource, id: rowId, merchantId }: Waiting,
  now: Date,
): Promise<void> {
  const about = { resource, rowId };
  await escalateDue(tx, about, now);
  const { rowCount: lapsed } = await tx.query(LAPSED, [rowId, now, resource]);
  if (lapsed) await withdrawQuestion(tx, about, 'expired', now);
  const id = newId();
  const { rowCount } = await tx.query(AGAIN, [id, rowId, merchantId, now, resource]);
  if (rowCount) await emitMoved(tx, about, { id, merchantId }, 'add');
  const ask = WAITING_ROWS[resource]?.ask;
  if (ask && (await tx.query(ASKED, [rowId, merchantId, resource])).rowCount === 0) await ask(tx, rowId, now);
}

const UNASKED = (
  table: string,
  status: number,
) => `select o.id::text, o.merchant_id::text as "merchantId" from ${table} o
  where o.status = ${status}
    and not exists (select from approval a where a.resource = $1 and a.row_id = o.id
      and a.status = ${APPROVAL_STATUS.waiting})
  order by o.id limit ${BATCH} for update of o skip locked`;

/** Puts the questions again that were closed without an answer while their rows wait. */
export async function renewClosed(tx: PoolClient, now: Date): Promise<void> {
  for (const [resource, waiting] of Object.entries(WAITING_ROWS)) {
    const { rows } = await tx.query<Omit<Waiting, 'resource'>>(UNASKED(waiting!.table, waiting!.status), [
      resource,
    ]);
    for (const row of rows) await renewQuestion(tx, { resource, ...row }, now);
  }
}
