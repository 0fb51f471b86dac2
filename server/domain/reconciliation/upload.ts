import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { orderNumber } from '../orders/orderNumber.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { BATCH } from './batch.ts';
import { BrokenStatement } from './brokenStatement.ts';
import { checkShape, LONGEST_LINE, MOST_COLUMNS } from './shape.ts';
import { parserSchema } from './statement.ts';

export interface Upload {
  bankAccountId: string;
  fileName: string;
  autoMatch: boolean;
  bytes: Buffer;
  /** SHA-256 of the bytes, in hex. */
  hash: string;
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The text of a file; a statement is UTF-8 without zero bytes, or it is none. */
function textOf(bytes: Buffer): string {
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('statementText');
  }
  if (content.trim() === '' || content.includes('\0')) throw new Refused('statementText');
  return content;
}

/** A file that no bank writes is refused before it is kept. @throws Refused */
function refuseShape(content: string, parser: unknown): void {
  const known = parserSchema.safeParse(parser);
  try {
    checkShape(content, known.data?.delimiter ?? ',');
  } catch (error) {
    if (!(error instanceof BrokenStatement)) throw error;
    if (error.why === 'lineLength')
      throw new Refused('statementLineLength', { line: error.line, limit: LONGEST_LINE });
    throw new Refused('statementColumns', { line: error.line, limit: MOST_COLUMNS });
  }
}

/** Batches whose file may be sent again: it could not be read, or was sent amiss. */
const FREE = [BATCH.failed, BATCH.withdrawn].join(', ');
const TWICE = `select batch_no as "batchNo" from bank_batch
  where tenant_id = $1 and file_hash = $2 and status not in (${FREE}) and id <> $3`;

/** A file is taken once, whichever account it is sent to. @throws Refused fileTwice */
export async function refuseTwice(
  tx: PoolClient,
  batchId: string,
  tenantId: string,
  hash: string,
): Promise<void> {
  const { rows } = await tx.query<{ batchNo: string }>(TWICE, [tenantId, hash, batchId]);
  if (rows[0]) throw new Refused('fileTwice', rows[0]);
}

const ACCOUNT = `select t.parser from bank_account a join bank_type t on t.id = a.bank_type_id
  where a.id = $1 and a.tenant_id = $2`;

/** Takes a statement in: the same file twice is refused, its lines are read in the background. */
export async function uploadStatement(
  tx: PoolClient,
  caller: Caller,
  { bankAccountId, fileName, autoMatch, bytes, hash }: Upload,
): Promise<{ id: string; batchNo: string }> {
  const content = textOf(bytes);
  const account = await tx.query<{ parser: unknown }>(ACCOUNT, [bankAccountId, caller.tenantId]);
  if (!account.rows[0]) throw new Refused('notFound');
  refuseShape(content, account.rows[0].parser);
  const id = newId();
  const batchNo = orderNumber('bankBatch', id);
  const { rowCount } = await tx.query(
    `insert into bank_batch (id, tenant_id, batch_no, bank_account_id, file_name, file_hash, content, auto_match, uploaded_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (tenant_id, file_hash) where status not in (${FREE}) do nothing`,
    [id, caller.tenantId, batchNo, bankAccountId, fileName, hash, content, autoMatch, caller.userId],
  );
  if (rowCount !== 1) await refuseTwice(tx, id, caller.tenantId, hash);
  await emit(tx, 'bankBatch', id, 'add');
  await enqueue(tx, 'bankBatch', { batchId: id }, { key: `bankBatch:${id}` });
  return { id, batchNo };
}
