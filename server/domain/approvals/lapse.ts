import type { Pool, PoolClient } from 'pg';
import type { FlowTimeout } from '../../../contract/approvalFlow.ts';
import { machineRemark } from '../../../contract/remark.ts';
import { newId } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';
import { SYSTEM } from '../orders/moveRow.ts';
import { renewClosed } from './approvalRenew.ts';
import { noteDecision } from './decisionLog.ts';
import { escalateDue } from './escalate.ts';
import { emitMoved } from './questionEvent.ts';
import { announceRefusal } from './refusalNotice.ts';
import { stayDue } from './stay.ts';
import { WAITING_ROWS } from './waitingRows.ts';

const BATCH = 100;
const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('approvalLapse', 7303)) as mine`;

interface Due {
  id: string;
  resource: string;
  rowId: string;
}

const DUE = `select id::text, resource, row_id::text as "rowId" from approval
  where status = ${APPROVAL_STATUS.waiting} and expires_at <= $1 order by expires_at, id limit ${BATCH}`;

interface Overdue {
  step: number;
  onTimeout: FlowTimeout;
  tenantId: string;
  merchantId: string | null;
  makerId: string | null;
  orderNo: string;
  command: string;
}

const OVERDUE = `select a.step, s.on_timeout as "onTimeout", a.tenant_id::text as "tenantId",
    a.merchant_id::text as "merchantId", a.maker_id::text as "makerId", a.row_no as "orderNo", a.command
  from approval a
  join approval_flow_step s on s.rule_id = a.rule_id and s.flow_version = a.flow_version and s.step = a.step
  where a.id = $1 and a.status = ${APPROVAL_STATUS.waiting} and a.expires_at <= $2 for update of a skip locked`;

// What is asked about a review item is in the log of its order.
const LOG = `with noted as (
    insert into order_log (id, order_id, order_no, merchant_id, event, operator, remark, resource)
    select $2, coalesce(r.order_id, a.row_id), a.row_no, a.merchant_id, $3, $4, $5, coalesce(r.order_kind, a.resource)
    from approval a left join review_item r on a.resource = 'reviewItem' and r.id = a.row_id
    where a.id = $1 and a.merchant_id is not null
    returning id, merchant_id)
  insert into outbox (resource, row_id, change, merchant_id) select 'orderLog', id, 'add', merchant_id from noted`;

/** What the clock did, in the log of the order; where a row is refused with it, that says so itself. */
async function noteInLog(
  tx: PoolClient,
  { id, resource }: Due,
  end: 'timedOut' | 'lapsed' | 'askedAgain',
): Promise<void> {
  if (end === 'timedOut' && WAITING_ROWS[resource]) return;
  const event = end === 'timedOut' ? 'deny' : 'lapse';
  const values = [id, newId(), event, SYSTEM.operator, machineRemark(end)];
  await tx.query({ name: 'approval-lapse-log', text: LOG, values });
}

const CLOSE = `update approval set status = ${APPROVAL_STATUS.closed}, reason = $2, decided_at = $3, version = version + 1
  where id = $1`;

/** Ends one question whose time is over, or asks others too. A person who answers it now holds it, and wins. */
async function endOne(tx: PoolClient, { id, resource, rowId }: Due, now: Date): Promise<boolean> {
  // In the order in which commands lock: the row, then its question.
  const waiting = WAITING_ROWS[resource];
  if (waiting) {
    const free = await tx.query(`select from ${waiting.table} where id = $1 for update skip locked`, [rowId]);
    if (!free.rowCount) return false;
  }
  const [due] = (await tx.query<Overdue>(OVERDUE, [id, now])).rows;
  if (!due) return false;
  const about = { resource, rowId };
  if ((await escalateDue(tx, about, now)) || (await stayDue(tx, about, now))) return true;
  const refuses = due.onTimeout === 'refuse';
  await noteDecision(tx, { approvalId: id, step: due.step, kind: 'timeout' }, now);
  await tx.query(CLOSE, [id, refuses ? 'timedOut' : 'expired', now]);
  await emitMoved(tx, about, { id, merchantId: due.merchantId });
  const isPutAgain = !refuses && waiting !== undefined;
  await noteInLog(tx, { id, resource, rowId }, refuses ? 'timedOut' : isPutAgain ? 'askedAgain' : 'lapsed');
  if (isPutAgain) return true;
  if (refuses) await waiting?.deny(tx, rowId, now);
  const { makerId, merchantId, orderNo, command, tenantId } = due;
  if (makerId !== null && merchantId !== null) {
    const refused = { questionId: id, tenantId, merchantId, makerId, orderNo, command };
    await announceRefusal(tx, { ...refused, checker: null, reason: '', lapsed: !refuses }, now);
  }
  return true;
}

/**
 * Ends the questions that nobody answered in time as their flow says: asks others too, refuses, or closes them; those
 * about rows that wait for an answer are put again, and those that name a transaction wait on. One server at a time; each question in a transaction of its own.
 * @returns how many
 */
export async function closeLapsed(pool: Pool, now: Date): Promise<number> {
  return transact(pool, async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>(LOCK);
    if (!rows[0]?.mine) return 0;
    const due = (await tx.query<Due>(DUE, [now])).rows;
    let ended = 0;
    for (const one of due) if (await transact(pool, (own) => endOne(own, one, now))) ended += 1;
    await transact(pool, (own) => renewClosed(own, now));
    return ended;
  });
}
