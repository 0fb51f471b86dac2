import type { Pool, PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { Refused } from '../../platform/http/refused.ts';

/** A person's layouts. Bodies are kept as the text that came: a broken one comes back to the byte. */

const MOST = 100;
/** Explicit saves that are kept of one layout. */
const VERSIONS = 50;
const UNIQUE_VIOLATION = '23505';

export type LayoutKind = 'workspace' | 'dashboard';

export interface LayoutSave {
  id?: string;
  name: string;
  kind: LayoutKind;
  baseline?: string | null;
  working?: string | null;
  /** The published layout it started from or has taken in. */
  base?: { id: string; version: number };
  version: number;
}

export async function listLayouts(pool: Pool, userId: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select id::text, name, kind, active, version, updated_at as "updatedAt", working is not null as "hasWorking",
         base_id::text as "baseId", base_version as "baseVersion"
       from layout where user_id = $1 order by kind, created_at, id`,
    [userId],
  );
  return rows;
}

export async function layoutDetail(pool: Pool, userId: string, id: string): Promise<unknown> {
  const { rows } = await pool.query(
    `select id::text, name, kind, baseline, working, base_id::text as "baseId", base_version as "baseVersion", version
       from layout where user_id = $1 and id = $2`,
    [userId, id],
  );
  if (!rows[0]) throw new Refused('notFound');
  return rows[0];
}

/** Keeps an explicit save, unless it is as the one before. */
async function keepVersion(
  tx: PoolClient,
  id: string,
  body: string | null | undefined,
  now: Date,
): Promise<void> {
  if (!body) return;
  await tx.query(
    `insert into layout_version (layout_id, number, body, created_at)
     select $1, coalesce(max(number), 0) + 1, $2, $3 from layout_version where layout_id = $1
     having not exists (select from layout_version where layout_id = $1 and body = $2
       and number = (select max(number) from layout_version where layout_id = $1))`,
    [id, body, now],
  );
  await tx.query(
    `delete from layout_version where layout_id = $1
       and number <= (select max(number) from layout_version where layout_id = $1) - $2`,
    [id, VERSIONS],
  );
}

/** The explicit saves of a layout, the newest first. */
export async function layoutVersions(pool: Pool, userId: string, id: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select v.number, v.created_at as "createdAt", v.body
       from layout_version v join layout l on l.id = v.layout_id
      where l.user_id = $1 and l.id = $2 order by v.number desc`,
    [userId, id],
  );
  return rows;
}

/** The name is taken within the person's layouts of this kind. */
async function unlessTaken<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw new Refused('duplicate', { field: 'name', value: name });
    throw error;
  }
}

async function insert(
  tx: PoolClient,
  userId: string,
  given: LayoutSave,
  now: Date,
): Promise<{ id: string; version: number }> {
  await tx.query('select 1 from sys_user where id = $1 for update', [userId]);
  const { rows } = await tx.query<{ count: number; active: boolean }>(
    `select count(*)::int as count, coalesce(bool_or(active) filter (where kind = $2), false) as active
       from layout where user_id = $1`,
    [userId, given.kind],
  );
  if ((rows[0]?.count ?? 0) >= MOST) throw new Refused('tooManyRows', { max: MOST });
  const id = newId();
  await tx.query(
    `insert into layout (id, user_id, kind, name, active, baseline, working, base_id, base_version, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, (select id from published_layout where id = $8), $9, $10, $10)`,
    [
      id,
      userId,
      given.kind,
      given.name,
      !rows[0]?.active,
      given.baseline ?? null,
      given.working ?? null,
      given.base?.id ?? null,
      given.base?.version ?? null,
      now,
    ],
  );
  await keepVersion(tx, id, given.baseline, now);
  return { id, version: 1 };
}

async function lockOwn(
  tx: PoolClient,
  userId: string,
  id: string,
): Promise<{ version: number; kind: LayoutKind }> {
  const { rows } = await tx.query<{ version: number; kind: LayoutKind }>(
    'select version, kind from layout where user_id = $1 and id = $2 for update',
    [userId, id],
  );
  if (!rows[0]) throw new Refused('notFound');
  return rows[0];
}

async function update(
  tx: PoolClient,
  userId: string,
  id: string,
  given: LayoutSave,
  now: Date,
): Promise<{ id: string; version: number }> {
  const { version } = await lockOwn(tx, userId, id);
  if (version !== given.version) throw new Refused('staleVersion', { version });
  await tx.query(
    `update layout set name = $2, baseline = case when $3 then $4 else baseline end,
       working = case when $5 then $6 else working end, base_id = coalesce((select id from published_layout where id = $7), base_id),
       base_version = coalesce($8, base_version), version = version + 1, updated_at = $9 where id = $1`,
    [
      id,
      given.name,
      given.baseline !== undefined,
      given.baseline ?? null,
      given.working !== undefined,
      given.working ?? null,
      given.base?.id ?? null,
      given.base?.version ?? null,
      now,
    ],
  );
  await keepVersion(tx, id, given.baseline, now);
  return { id, version: version + 1 };
}

/** A new layout without an id; otherwise the parts that are given, if nobody saved meanwhile. */
export function saveLayout(
  tx: PoolClient,
  userId: string,
  given: LayoutSave,
  now: Date,
): Promise<{ id: string; version: number }> {
  const { id } = given;
  const work = id ? update(tx, userId, id, given, now) : insert(tx, userId, given, now);
  return unlessTaken(work, given.name);
}

/** Drops the working copy. */
export async function revertLayout(
  tx: PoolClient,
  userId: string,
  id: string,
  now: Date,
): Promise<{ id: string; version: number }> {
  const { version } = await lockOwn(tx, userId, id);
  await tx.query('update layout set working = null, version = version + 1, updated_at = $2 where id = $1', [
    id,
    now,
  ]);
  return { id, version: version + 1 };
}

export async function renameLayout(
  tx: PoolClient,
  userId: string,
  id: string,
  name: string,
  now: Date,
): Promise<{ id: string; version: number }> {
  const { version } = await lockOwn(tx, userId, id);
  const renaming = tx.query(
    'update layout set name = $2, version = version + 1, updated_at = $3 where id = $1',
    [id, name, now],
  );
  await unlessTaken(renaming, name);
  return { id, version: version + 1 };
}

export async function deleteLayout(tx: PoolClient, userId: string, id: string): Promise<true> {
  const gone = await tx.query('delete from layout where user_id = $1 and id = $2', [userId, id]);
  if (!gone.rowCount) throw new Refused('notFound');
  return true;
}

/** The one a person opens next; the others of its kind step back. */
export async function activateLayout(tx: PoolClient, userId: string, id: string): Promise<true> {
  await tx.query('select 1 from sys_user where id = $1 for update', [userId]);
  const { kind } = await lockOwn(tx, userId, id);
  await tx.query('update layout set active = false where user_id = $1 and kind = $2 and active', [
    userId,
    kind,
  ]);
  await tx.query('update layout set active = true where id = $1', [id]);
  return true;
}
