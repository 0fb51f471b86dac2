import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Pool } from 'pg';
import { newId } from '../db/id.ts';
import { transact } from '../db/transaction.ts';

/**
 * The files of exports, in the database: every server hands out what any of them wrote. A run writes a draft of its
 * own part by part; the statement that ends its job makes the draft the file of that job.
 */

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** CSV shrinks to a fifth at the fastest level; more effort costs more time than it saves. */
const COMPRESSION = { level: 1 };

/** Bytes of a part before compression; the last one of a file may be shorter. */
const PART_BYTES = 256 * 1024;
/** A draft without a new part for this long has lost its run. One page of an export takes 2 minutes at most. */
const DRAFT_MINUTES = 10;
/** Parts that one statement deletes. */
const DELETE_BATCH = 100;

export interface ExportFile {
  id: string;
  /** Bytes. */
  size: number;
}

/** Starts a file that nobody is offered before `finishExport`. @returns its id */
export async function openDraft(pool: Pool, jobId: string): Promise<string> {
  const id = newId();
  await pool.query(
    'insert into export_file (id, job_id, expires_at) values ($1, $2, now() + make_interval(mins => $3))',
    [id, jobId, DRAFT_MINUTES],
  );
  return id;
}

async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    waiting.push(piece);
    length += piece.length;
    if (length < PART_BYTES) continue;
    let whole = Buffer.concat(waiting, length);
    for (; whole.length >= PART_BYTES; whole = whole.subarray(PART_BYTES))
      yield whole.subarray(0, PART_BYTES);
    waiting = [whole];
    length = whole.length;
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}

const ADD_PART = `with draft as (
    update export_file set expires_at = now() + make_interval(mins => $4) where id = $1 and size is null returning id)
  insert into export_part (file_id, no, content) select id, $2, $3 from draft`;

/** Stores what comes, a part at a time. @returns the bytes stored @throws Error where the draft is gone */
export async function writeDraft(
  pool: Pool,
  fileId: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  let size = 0;
  let no = 0;
  for await (const part of inParts(source)) {
    const values = [fileId, no, await deflate(part, COMPRESSION), DRAFT_MINUTES];
    const { rowCount } = await pool.query({ name: 'export-part', text: ADD_PART, values });
    if (rowCount !== 1) throw new Error(`the draft ${fileId} of an export is gone`);
    size += part.length;
    no += 1;
  }
  return size;
}

interface Finished extends ExportFile {
  jobId: string;
  /** What a download is called. */
  name: string;
  rows: number;
  keepHours: number;
}

const FINISH_JOB = `update job set status = 'done', done = $2, total = $2, updated_at = now(), result = jsonb_build_object(
    'name', $3::text, 'rows', $2::bigint, 'bytes', $4::bigint, 'expiresAt',
    to_char((now() + make_interval(hours => $5)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  where id = $1 and status = 'running'`;

/** Ends the job with its draft as the file; false where the job had ended before, whose draft is then nobody's. */
export const finishExport = (
  pool: Pool,
  { id, size, jobId, name, rows, keepHours }: Finished,
): Promise<boolean> =>
  transact(pool, async (tx) => {
    const { rowCount } = await tx.query(FINISH_JOB, [jobId, rows, name, size, keepHours]);
    if (rowCount !== 1) return false;
    await tx.query(
      `update export_file set size = $2, expires_at = now() + make_interval(hours => $3) where id = $1`,
      [id, size, keepHours],
    );
    return true;
  });

/** The file of a finished export; undefined where it has none any more. */
export async function exportFileOf(pool: Pool, jobId: string): Promise<ExportFile | undefined> {
  const { rows } = await pool.query<{ id: string; size: string }>(
    'select id, size from export_file where job_id = $1 and size is not null and expires_at > now()',
    [jobId],
  );
  return rows[0] && { id: rows[0].id, size: Number(rows[0].size) };
}

/** Bytes `from` to `to`, both included, as they are asked for. @throws Error where the file has expired meanwhile */
export async function* readExport(
  pool: Pool,
  { id }: ExportFile,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let no = Math.floor(from / PART_BYTES); no * PART_BYTES <= to; no += 1) {
    const { rows } = await pool.query<{ content: Buffer }>({
      name: 'export-read',
      text: 'select content from export_part where file_id = $1 and no = $2',
      values: [id, no],
    });
    if (!rows[0]) throw new Error(`part ${no} of the export file ${id} is gone`);
    const part = await inflate(rows[0].content);
    yield part.subarray(Math.max(0, from - no * PART_BYTES), to + 1 - no * PART_BYTES);
  }
}

const DROP_PARTS = `delete from export_part where file_id = $1 and no in (
  select no from export_part where file_id = $1 order by no limit ${DELETE_BATCH})`;

/** Deletes a file, a few parts a statement. */
export async function dropExport(pool: Pool, fileId: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(DROP_PARTS, [fileId]);
    if (rowCount === 0) break;
  }
  await pool.query('delete from export_file where id = $1', [fileId]);
}

/** Deletes files past their time and drafts whose run died. @returns how many */
export async function dropExpiredExports(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from export_file where expires_at < now() order by id',
  );
  for (const { id } of rows) await dropExport(pool, id);
  return rows.length;
}
