import type { PoolClient } from 'pg';
import { actorOf } from '../orders/moveRow.ts';
import { newId } from '../../platform/db/id.ts';
import type { ActionContext } from '../../engine/action.ts';
import { noteBalance } from './batch.ts';
import { BILL } from './billStore.ts';

/** A statement leaves its account: what becomes of what it leaves behind. */

/** A line as it was before. */
export interface RemovedLine {
  id: string;
  status: number;
}

const LINES = `select id::text, status from bank_bill where batch_id = $1 order by id for update`;

export const lockLines = async (tx: PoolClient, batchId: string): Promise<RemovedLine[]> =>
  (await tx.query<RemovedLine>(LINES, [batchId])).rows;

export const matchedOf = (lines: readonly RemovedLine[]): number =>
  lines.filter(({ status }) => status === BILL.auto || status === BILL.manual).length;

const LOG = `insert into bank_bill_log (id, bill_id, event, operator, before, after)
  select g.id, b.id, $4, $5, jsonb_build_object('status', g.status) || $6::jsonb,
    jsonb_build_object('status', b.status) || $7::jsonb
  from unnest($1::bigint[], $2::bigint[], $3::smallint[]) as g(id, bill_id, status) join bank_bill b on b.id = g.bill_id`;

const ANNOUNCE = `insert into outbox (resource, row_id, change, merchant_id)
  select 'bankBill', g.id, 'update', null from unnest($1::bigint[]) as g(id)`;

/** Of the lines that repeat one which goes the first counts from now on, and the others repeat that. */
const REPEATED = `with heir as (
    select d.id, d.bill_no, first_value(d.bill_no) over (partition by d.repeats order by d.id) as first
    from bank_bill d join bank_bill w on w.bill_no = d.repeats and w.batch_id = $1
    where d.batch_id <> $1 and d.status = ${BILL.duplicate}
  )
  update bank_bill b set status = case when heir.first = b.bill_no then ${BILL.unmatched} else b.status end,
    repeats = nullif(heir.first, b.bill_no), version = version + 1
  from heir where b.id = heir.id returning b.id::text, b.batch_id::text as "batchId"`;

/**
 * Once its lines count in the account no longer: those of other files that counted for nothing beside them do in their
 * place. Each of its own has the change in its history.
 * @returns the other batches, whose lines are to be looked at again
 */
export async function removeLines(
  context: ActionContext,
  batchId: string,
  lines: readonly RemovedLine[],
  { event, before, after }: { event: string; before?: object; after: object },
): Promise<string[]> {
  const { tx } = context;
  const ids = lines.map(({ id }) => id);
  await tx.query(LOG, [
    ids.map(() => newId()),
    ids,
    lines.map(({ status }) => status),
    event,
    actorOf(context).operator,
    JSON.stringify(before ?? {}),
    JSON.stringify(after),
  ]);
  const { rows: repeated } = await tx.query<{ id: string; batchId: string }>(REPEATED, [batchId]);
  await tx.query(ANNOUNCE, [[...ids, ...repeated.map(({ id }) => id)]]);
  return [...new Set(repeated.map((line) => line.batchId))];
}

const UNSAID = 'update bank_account set statement_balance = null, statement_at = null where id = $1';
const LATEST = `select batch_id::text as "batchId" from bank_bill where bank_account_id = $1 and balance is not null
  and status <> ${BILL.withdrawn} and not exists (select from bank_batch h
    where h.id = bank_bill.batch_id and h.held and h.proof = 'broken') order by booked_at desc, id desc limit 1`;

/** The account's balance is what is left of its statements says last. */
export async function refreshBalance(tx: PoolClient, accountId: string): Promise<void> {
  await tx.query(UNSAID, [accountId]);
  const { rows } = await tx.query<{ batchId: string }>(LATEST, [accountId]);
  if (rows[0]) await noteBalance(tx, accountId, rows[0].batchId);
}
