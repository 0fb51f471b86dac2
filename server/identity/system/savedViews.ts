import type { Pool, PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { type Caller, isSuper } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { callerValues, checkAudience, forCaller, mayPublish, type SharedWith } from './sharing.ts';

/** Views of a list that a person keeps, for oneself or for a role or an organisation. */

const MOST = 200;
const UNIQUE_VIOLATION = '23505';

export interface ViewSave extends SharedWith {
  /** Absent: a new one. */
  id?: string | undefined;
  resource: string;
  name: string;
  /** JSON text, as the client reads it. */
  body: string;
  version: number;
}

/** The caller's own and those shared with the caller, the own ones first. */
export async function savedViews(pool: Pool, caller: Caller, resource: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select v.id::text, v.name, v.body, v.version, v.owner, v.owner_id = $3 as mine,
         v.role_id::text as "roleId", v.org_id::text as "orgId", coalesce(r.name, o.name) as audience
       from saved_view v left join sys_role r on r.id = v.role_id left join sys_org o on o.id = v.org_id
      where v.resource = $4 and (v.owner_id = $3 or ${forCaller('v')})
      order by v.owner_id <> $3, v.name, v.id`,
    [...callerValues(caller), caller.userId, resource],
  );
  return rows;
}

async function insert(tx: PoolClient, caller: Caller, given: ViewSave, now: Date): Promise<string> {
  await tx.query('select 1 from sys_user where id = $1 for update', [caller.userId]);
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from saved_view where owner_id = $1',
    [caller.userId],
  );
  if ((rows[0]?.count ?? 0) >= MOST) throw new Refused('tooManyRows', { max: MOST });
  const id = newId();
  await tx.query(
    `insert into saved_view (id, owner_id, owner, resource, name, body, role_id, org_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      id,
      caller.userId,
      caller.realName,
      given.resource,
      given.name,
      given.body,
      given.roleId ?? null,
      given.orgId ?? null,
      now,
    ],
  );
  return id;
}

async function update(tx: PoolClient, caller: Caller, id: string, given: ViewSave, now: Date): Promise<void> {
  const { rows } = await tx.query<{ version: number }>(
    'select version from saved_view where id = $1 and (owner_id = $2 or $3) for update',
    [id, caller.userId, isSuper(caller)],
  );
  const [known] = rows;
  if (!known) throw new Refused('notFound');
  if (known.version !== given.version) throw new Refused('staleVersion', { version: known.version });
  await tx.query(
    `update saved_view set name = $2, body = $3, role_id = $4, org_id = $5, version = version + 1, updated_at = $6
      where id = $1`,
    [id, given.name, given.body, given.roleId ?? null, given.orgId ?? null, now],
  );
}

/** @returns id and version of the view */
export async function saveView(
  tx: PoolClient,
  caller: Caller,
  given: ViewSave,
  now: Date,
): Promise<{ id: string; version: number }> {
  const shares = given.roleId !== undefined || given.orgId !== undefined;
  if (shares && !mayPublish(caller)) throw new Refused('forbidden');
  await checkAudience(tx, caller, given);
  try {
    if (given.id === undefined) return { id: await insert(tx, caller, given, now), version: 1 };
    await update(tx, caller, given.id, given, now);
    return { id: given.id, version: given.version + 1 };
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION)
      throw new Refused('duplicate', { field: 'name', value: given.name });
    throw error;
  }
}

export async function deleteView(tx: PoolClient, caller: Caller, id: string): Promise<true> {
  const gone = await tx.query('delete from saved_view where id = $1 and (owner_id = $2 or $3)', [
    id,
    caller.userId,
    isSuper(caller),
  ]);
  if (!gone.rowCount) throw new Refused('notFound');
  return true;
}
