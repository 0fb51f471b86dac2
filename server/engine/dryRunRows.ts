import type { Pool } from 'pg';
import { newId } from '../platform/db/id.ts';
import { bytesFromIds, idsFromBytes } from './snapshots.ts';

/** The rows that dry runs showed, in the database: whichever server gets the command acts on exactly these. */

export const KEPT_MS = 15 * 60_000;
/** Of one person; the oldest go first, the newest always stays. */
const MOST_EACH = 8;
const MOST_BYTES = 16 << 20;

/** Whose dry run of what. */
export interface DryRunOf {
  userId: string;
  /** Names caller, scope, filter, command and exceptions. */
  question: string;
}

// The same rows keep their id, so that what was shown before of them is good too, and are not written again.
const KEEP = `insert into dry_run as d (id, user_id, question, row_ids, expires_at)
  values ($1, $2, $3, $4, now() + $5 * interval '1 ms')
  on conflict (user_id, question) do update set expires_at = excluded.expires_at,
    id = case when d.row_ids = excluded.row_ids then d.id else excluded.id end,
    row_ids = case when d.row_ids = excluded.row_ids then d.row_ids else excluded.row_ids end
  returning id::text`;

const DROP_OLDEST = `delete from dry_run where id in (
  select id from (
    select id, row_number() over newest as place, sum(octet_length(row_ids)) over newest as bytes
    from dry_run where user_id = $1 window newest as (order by id <> $2, expires_at desc, id desc)
  ) each where place > 1 and (place > ${MOST_EACH} or bytes > ${MOST_BYTES}))`;

/** Keeps the rows for `KEPT_MS`, in place of those of the person's last dry run of the same. @returns their id */
export async function keepRows(
  pool: Pool,
  { userId, question }: DryRunOf,
  ids: readonly string[],
): Promise<string> {
  const kept = await pool.query<{ id: string }>({
    name: 'dry-run-keep',
    text: KEEP,
    values: [newId(), userId, question, bytesFromIds(ids), KEPT_MS],
  });
  const { id } = kept.rows[0]!;
  await pool.query({ name: 'dry-run-drop-oldest', text: DROP_OLDEST, values: [userId, id] });
  return id;
}

/** The rows kept under this id; undefined where they are gone, replaced by others, or of another dry run. */
export async function keptRows(
  pool: Pool,
  { userId, question }: DryRunOf,
  id: string,
): Promise<string[] | undefined> {
  const { rows } = await pool.query<{ ids: Buffer }>({
    name: 'dry-run-read',
    text: 'select row_ids as ids from dry_run where id = $1 and user_id = $2 and question = $3',
    values: [id, userId, question],
  });
  return rows[0] && Array.from(idsFromBytes(rows[0].ids), String);
}

export async function dropExpiredDryRuns(pool: Pool): Promise<void> {
  await pool.query('delete from dry_run where expires_at < now()');
}
