import type { Pool, PoolClient } from 'pg';
import { transact } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { lookAtBill } from './auto.ts';
import { type StatementFormat, statementFormatSchema } from '../../../contract/statementFormat.ts';
import { BrokenStatement } from '../statements/brokenStatement.ts';
import type { ReadRow } from '../statements/line.ts';
import type { ReadingHead } from '../statements/head.ts';
import { readInWorker } from '../statements/readInWorker.ts';
import { fileOrder } from './fileOrder.ts';
import { type BatchRow, insertLines } from './lines.ts';
import { ownAccounts } from './ownAccounts.ts';
import { BATCH_STATUS, BILL_STATUS, MATCHED_BILL } from '../../platform/db/statuses.ts';

/** batchStatusEnum. */
export const BATCH = Object.freeze({
  uploaded: 0,
  parsing: 1,
  parsed: 2,
  matching: 3,
  done: 4,
  failed: 5,
  withdrawn: 6,
  held: 7,
});

const TELL_EVERY = 50;
/** A bank ahead of us by a zone and a value date; what lies further ahead would hide every balance until then. */
const AHEAD_MS = 48 * 3_600_000;
/** Faults of lines that are kept; the count goes on. */
const FAULTS = 200;

interface Batch extends BatchRow {
  status: number;
  file: Buffer;
  handled: number;
  autoMatch: boolean;
  held: boolean;
  isRead: boolean;
  /** Of this upload alone, else of its bank type. */
  format: unknown;
}

const READ = `select b.id::text, b.batch_no as "batchNo", b.tenant_id::text as "tenantId", b.status, b.file, b.handled, b.held, b.reading is not null as "isRead",
  b.bank_account_id::text as "bankAccountId", b.auto_match as "autoMatch", a.currency, 
    -- whether the rules match what proves nothing is the bank type's to say, whoever uploads
    coalesce(b.format || jsonb_build_object('matchUnproven', coalesce(t.parser -> 'matchUnproven', 'false')), t.parser) as format
  from bank_batch b join bank_account a on a.id = b.bank_account_id join bank_type t on t.id = a.bank_type_id
  where b.id = $1`;

const COUNT = `update bank_batch b set lines = n.accepted + n.duplicates + b.failed, accepted = n.accepted,
    duplicates = n.duplicates, matched = n.matched, status = coalesce($2, b.status), progress = coalesce($3, b.progress),
    updated_at = now(), version = version + 1
  from (select count(*) filter (where status <> ${BILL_STATUS.duplicate}) as accepted,
    count(*) filter (where status = ${BILL_STATUS.duplicate}) as duplicates,
      count(*) filter (where status in ${MATCHED_BILL}) as matched from bank_bill where batch_id = $1) n
  where b.id = $1 and ($2::smallint is not null
    or (b.accepted, b.duplicates, b.matched) is distinct from (n.accepted, n.duplicates, n.matched))`;

/** What is in the list: counts from the lines themselves; state and how far it is, where they are other ones. */
export async function tell(
  tx: PoolClient,
  batchId: string,
  status: number | null = null,
  progress: number | null = null,
): Promise<void> {
  // Alone with the batch before its lines are counted: of two that count, the later one writes what it sees last.
  await tx.query({
    name: 'batch-lock',
    text: 'select from bank_batch where id = $1 for no key update',
    values: [batchId],
  });
  const { rowCount } = await tx.query({
    name: 'batch-count',
    text: COUNT,
    values: [batchId, status, progress],
  });
  if (rowCount) await emit(tx, 'bankBatch', batchId, 'update');
}

async function fail(deps: AppDeps, batchId: string, { why, facts, line }: BrokenStatement): Promise<void> {
  await transact(deps.pool, async (tx) => {
    await tx.query(`update bank_batch set failure = $2, errors = errors || $3::jsonb where id = $1`, [
      batchId,
      why,
      JSON.stringify([{ line, fault: why, ...facts }]),
    ]);
    await tell(tx, batchId, BATCH.failed, 100);
  });
}

const FAULT = `update bank_batch set handled = $2, failed = failed + $3,
    errors = case when jsonb_array_length(errors) < ${FAULTS} then errors || $4::jsonb else errors end
  where id = $1 and handled = $5`;

/** One piece: its lines and the note that they are behind us commit together. False where another worker has it. */
function keep(
  deps: AppDeps,
  batch: Batch,
  piece: readonly ReadRow[],
  { handled, rows }: { handled: number; rows: number },
): Promise<boolean> {
  const wrong = piece.flatMap((row) => ('faults' in row ? [row] : []));
  const faults = wrong.flatMap(({ number, faults: all }) => all.map((fault) => ({ line: number, fault })));
  const last = piece.at(-1)!.number;
  return transact(deps.pool, async (tx) => {
    const { rowCount } = await tx.query({
      name: 'batch-faults',
      text: FAULT,
      values: [batch.id, last, wrong.length, JSON.stringify(faults), handled],
    });
    if (rowCount !== 1) return false;
    await insertLines(tx, batch, piece);
    const done = Math.min(99, Math.round((100 * last) / Math.max(1, rows)));
    await tell(tx, batch.id, BATCH.parsing, done);
    return true;
  });
}

function refuseFuture(row: ReadRow, now: Date): ReadRow {
  const isAhead = 'line' in row && row.line.bookedAt.getTime() > now.getTime() + AHEAD_MS;
  return isAhead ? { number: row.number, faults: ['future'], text: '' } : row;
}

/**
 * A statement whose own figures do not prove how it was read is matched by no rule, unless its bank's never have any and
 * the bank type says that these are matched all the same.
 */
const isHeld = ({ proof }: ReadingHead, { matchUnproven }: StatementFormat): boolean =>
  proof.state === 'broken' || (proof.state === 'unproven' && !matchUnproven);

/** What the file says of itself, once: a person may have let it go by when a killed worker's batch is read to its end. */
async function noteReading(deps: AppDeps, batch: Batch, head: ReadingHead, held: boolean): Promise<void> {
  const skipped = Object.values(head.skipped).reduce((sum, count) => sum + count, 0);
  await deps.pool.query(
    `update bank_batch set reading = $2, held = $3, proof = $4, skipped = $5 where id = $1 and reading is null`,
    [batch.id, JSON.stringify({ ...head, currency: batch.currency }), held, head.proof.state, skipped],
  );
}

/** @returns whether the rules may match it; undefined where another worker has it */
async function parseLines(deps: AppDeps, batch: Batch): Promise<ReadingHead['proof']['state'] | undefined> {
  const format = statementFormatSchema.safeParse(batch.format);
  if (!format.success) throw new BrokenStatement('columns');
  const own = await ownAccounts(deps.pool, batch.tenantId);
  const account = { currency: batch.currency, zone: format.data.zone, own };
  return readInWorker({ bytes: batch.file, format: format.data, account }, async ({ head, pieces }) => {
    if (!batch.isRead) batch.held = isHeld(head, format.data);
    await noteReading(deps, batch, head, batch.held);
    let { handled } = batch;
    for await (const read of pieces()) {
      const piece = read
        .filter(({ number }) => number > batch.handled)
        .map((row) => refuseFuture(row, deps.clock.now()));
      const last = piece.at(-1);
      if (!last) continue;
      if (!(await keep(deps, batch, piece, { handled, rows: head.headerLine + head.rows }))) return undefined;
      handled = last.number;
    }
    return head.proof.state;
  });
}

const BALANCE = `update bank_account a set statement_balance = last.balance, statement_at = last.booked_at
  from (select balance, booked_at from bank_bill where batch_id = $2 and balance is not null
    order by booked_at desc, line * ${fileOrder('$2')} desc limit 1) last
  where a.id = $1 and (a.statement_at is null or a.statement_at <= last.booked_at)`;

/** The last balance of an account by the bank, from the last line of this statement that has one. */
export const noteBalance = (
  db: Pool | PoolClient,
  bankAccountId: string,
  batchId: string,
): Promise<unknown> => db.query({ name: 'account-balance', text: BALANCE, values: [bankAccountId, batchId] });

/** Ids of the open lines of a batch, as its file has them. */
export async function openLines(pool: Pool, batchId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from bank_bill where batch_id = $1 and status = ${BILL_STATUS.unmatched} order by line`,
    [batchId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Every line that is open, matched by the rules or only given the order that fits best, each in a transaction of its
 * own: a killed worker begins again with what is left.
 * @returns false where some are left, which others hold
 */
async function lookAtLines(deps: AppDeps, batchId: string, during: number): Promise<boolean> {
  const { pool } = deps;
  let all = true;
  const ids = await openLines(pool, batchId);
  for (const [at, id] of ids.entries()) {
    if (!(await lookAtBill(pool, id, during === BATCH.matching, deps.clock.now()))) all = false;
    if (at % TELL_EVERY === 0)
      await transact(pool, (tx) => tell(tx, batchId, during, Math.floor((100 * at) / ids.length)));
  }
  return all;
}

/** Takes a batch as far as it goes: read, then matched where that was wished. Safe to be run again at any point. */
export async function processBatch(deps: AppDeps, batchId: string): Promise<void> {
  const { pool } = deps;
  const batch = (await pool.query<Batch>(READ, [batchId])).rows[0];
  if (!batch) return;
  const to = (status: number, progress: number) =>
    transact(pool, (tx) => tell(tx, batchId, status, progress));
  const unread = batch.status === BATCH.uploaded || batch.status === BATCH.parsing;
  if (!unread && batch.status !== BATCH.matching) return;
  let proof: ReadingHead['proof']['state'] | undefined;
  try {
    if (unread) {
      proof = await parseLines(deps, batch);
      if (!proof) return;
      // What does not agree with itself says nothing of the account.
      if (proof !== 'broken') await noteBalance(pool, batch.bankAccountId, batchId);
    }
    const matches = !batch.held && (!unread || batch.autoMatch);
    // Who takes over from a killed worker reads off the state whether the rules were meant to match.
    const during = matches ? BATCH.matching : BATCH.parsing;
    await to(during, 0);
    // Lines that somebody holds are looked at again by the sweep, the batch stays where it is until then.
    if (!(await lookAtLines(deps, batchId, during))) return;
    await to(batch.held && proof === 'broken' ? BATCH.held : matches ? BATCH.done : BATCH.parsed, 100);
  } catch (error) {
    if (!(error instanceof BrokenStatement)) throw error;
    await fail(deps, batchId, error);
  }
}

/** Batches whose worker is gone, that came without one, or of which lines were held. */
export async function sweepBatches(deps: AppDeps): Promise<void> {
  const { rows } = await deps.pool.query<{ id: string }>(
    `select id::text from bank_batch
      where status in (${BATCH_STATUS.uploaded}, ${BATCH_STATUS.parsing}, ${BATCH_STATUS.matching})
      and updated_at < now() - interval '30 seconds'
     order by updated_at limit 20`,
  );
  for (const { id } of rows) {
    await deps.pool.query('update bank_batch set updated_at = now() where id = $1', [id]);
    await processBatch(deps, id);
  }
}
