import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { StatementFormat } from '../../../contract/statementFormat.ts';
import { orderNumber } from '../orders/orderNumber.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { BATCH } from './batch.ts';

export interface Upload {
  bankAccountId: string;
  fileName: string;
  autoMatch: boolean;
  /** How this file alone is read, where not as its bank type says. */
  format: StatementFormat | undefined;
  bytes: Buffer;
  /** SHA-256 of the bytes, in hex. */
  hash: string;
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

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

/** Takes a statement in: the same file twice is refused, its lines are read in the background. */
export async function uploadStatement(
  tx: PoolClient,
  caller: Caller,
  { bankAccountId, fileName, autoMatch, format, bytes, hash }: Upload,
): Promise<{ id: string; batchNo: string }> {
  if (bytes.length === 0) throw new Refused('statementEmpty');
  const account = await tx.query('select from bank_account where id = $1 and tenant_id = $2', [
    bankAccountId,
    caller.tenantId,
  ]);
  if (!account.rowCount) throw new Refused('notFound');
  const id = newId();
  const batchNo = orderNumber('bankBatch', id);
  const { rowCount } = await tx.query(
    `insert into bank_batch (id, tenant_id, batch_no, bank_account_id, file_name, file_hash, file, format, auto_match, uploaded_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (tenant_id, file_hash) where status not in (${FREE}) do nothing`,
    [
      id,
      caller.tenantId,
      batchNo,
      bankAccountId,
      fileName,
      hash,
      bytes,
      format && JSON.stringify(format),
      autoMatch,
      caller.userId,
    ],
  );
  if (rowCount !== 1) await refuseTwice(tx, id, caller.tenantId, hash);
  return begin(tx, id, batchNo);
}

async function begin(tx: PoolClient, id: string, batchNo: string): Promise<{ id: string; batchNo: string }> {
  await emit(tx, 'bankBatch', id, 'add');
  await enqueue(tx, 'bankBatch', { batchId: id }, { key: `bankBatch:${id}` });
  return { id, batchNo };
}

const COPY = `insert into bank_batch (id, tenant_id, batch_no, bank_account_id, file_name, file_hash, file, auto_match, uploaded_by)
  select $2, tenant_id, $3, bank_account_id, file_name, file_hash, file, auto_match, uploaded_by from bank_batch where id = $1`;

/**
 * The file of a withdrawn batch comes once more, to be read as its bank type says by now. Whoever sent it stays the one who
 * did.
 */
export async function copyUpload(tx: PoolClient, batchId: string): Promise<void> {
  const id = newId();
  const batchNo = orderNumber('bankBatch', id);
  await tx.query(COPY, [batchId, id, batchNo]);
  await begin(tx, id, batchNo);
}
