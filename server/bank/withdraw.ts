import type { PoolClient } from 'pg';
import { text } from '../actions/columns.ts';
import { actorOf } from '../actions/moveRow.ts';
import { newId } from '../db/id.ts';
import type { ActionHandler } from '../engine/action.ts';
import { Refused } from '../http/refused.ts';
import { BATCH, noteBalance, tell } from './batch.ts';
import { BILL } from './billStore.ts';

const LINES = `select id::text, status from bank_bill where batch_id = $1 order by id for update`;

const WITHDRAW = `update bank_bill set status = ${BILL.withdrawn}, candidate_no = null, candidate_amount = null, difference = null,
    score = null, version = version + 1 where batch_id = $1`;

const LOG = `insert into bank_bill_log (id, bill_id, event, operator, before, after)
  select g.id, g.bill_id, 'withdraw', $3, jsonb_build_object('status', g.status),
    jsonb_build_object('status', ${BILL.withdrawn}, 'reason', $4::text)
  from unnest($1::bigint[], $2::bigint[], $5::smallint[]) as g(id, bill_id, status)`;

const TOLD = `insert into outbox (resource, row_id, change, merchant_id)
  select 'bankBill', g.id, 'update', null from unnest($1::bigint[]) as g(id)`;

/** Of the lines that repeat one which goes the first counts from now on, and the others repeat that. */
const HEIRS = `with heir as (
    select d.id, d.bill_no, first_value(d.bill_no) over (partition by d.repeats order by d.id) as first
    from bank_bill d join bank_bill w on w.bill_no = d.repeats and w.batch_id = $1
    where d.batch_id <> $1 and d.status = ${BILL.duplicate}
  )
  update bank_bill b set status = case when heir.first = b.bill_no then ${BILL.unmatched} else b.status end,
    repeats = nullif(heir.first, b.bill_no), version = version + 1
  from heir where b.id = heir.id returning b.id::text, b.batch_id::text as "batchId"`;

const BATCHES = `select id::text, status, progress, auto_match as "autoMatch" from bank_batch where id = any($1::bigint[])
  order by id for update`;

const UNSAID = 'update bank_account set statement_balance = null, statement_at = null where id = $1';
const LATEST = `select batch_id::text as "batchId" from bank_bill where bank_account_id = $1 and balance is not null
  and status <> ${BILL.withdrawn} order by booked_at desc, id desc limit 1`;

/** The account's balance is what is left of its statements says last. */
async function balanceAgain(tx: PoolClient, accountId: string): Promise<void> {
  await tx.query(UNSAID, [accountId]);
  const { rows } = await tx.query<{ batchId: string }>(LATEST, [accountId]);
  if (rows[0]) await noteBalance(tx, accountId, rows[0].batchId);
}

/** Where lines of other files counted for nothing beside those that go, they are looked at as new ones. */
async function inherit(tx: PoolClient, batchId: string): Promise<{ lines: string[]; batches: string[] }> {
  const { rows } = await tx.query<{ id: string; batchId: string }>(HEIRS, [batchId]);
  const batches = [...new Set(rows.map((row) => row.batchId))];
  const found = await tx.query<{ id: string; status: number; progress: number; autoMatch: boolean }>(
    BATCHES,
    [batches],
  );
  const matching: string[] = [];
  for (const { id, status, progress, autoMatch } of found.rows) {
    const again = autoMatch && status === BATCH.done;
    if (again) matching.push(id);
    await tell(tx, id, again ? BATCH.matching : status, again ? 0 : progress);
  }
  return { lines: rows.map(({ id }) => id), batches: matching };
}

/**
 * A statement that was sent to the wrong account, or should not have been: its lines count for nothing, and the file may
 * be sent again. @throws Refused batchMatched where lines of it are matched
 */
export const withdraw: ActionHandler = async (context, row) => {
  const { tx } = context;
  const accountId = text(row.bankAccountId);
  // Lines that come for the account meanwhile must see which of them repeat what goes.
  await tx.query('select from bank_account where id = $1 for no key update', [accountId]);
  const { rows } = await tx.query<{ id: string; status: number }>(LINES, [row.id]);
  const matched = rows.filter(({ status }) => status === BILL.auto || status === BILL.manual).length;
  if (matched > 0) throw new Refused('batchMatched', { count: matched });
  if (context.dryRun) return { status: BATCH.withdrawn };
  const remark = String(context.input.reason ?? '');
  const ids = rows.map(({ id }) => id);
  const logged = [
    ids.map(() => newId()),
    ids,
    actorOf(context).operator,
    remark,
    rows.map(({ status }) => status),
  ];
  await tx.query(WITHDRAW, [row.id]);
  await tx.query(LOG, logged);
  const { lines, batches } = await inherit(tx, row.id);
  await tx.query(TOLD, [[...ids, ...lines]]);
  await balanceAgain(tx, accountId);
  await context.set({ status: BATCH.withdrawn, remark, updatedAt: context.now });
  for (const batchId of batches)
    await context.enqueue('bankBatch', { batchId }, { key: `bankBatch:${batchId}` });
  return { status: BATCH.withdrawn };
};
