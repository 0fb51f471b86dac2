import type { Pool, PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { type Caller, isSuper } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { LayoutKind } from './layouts.ts';
import { callerValues, checkAudience, forCaller, mayPublish, type SharedWith } from './sharing.ts';

/** Layouts that one person made for those who hold a role, or for the staff of an organisation. */

const UNIQUE_VIOLATION = '23505';

export interface Publication extends SharedWith {
  /** Absent: a new one. */
  id?: string | undefined;
  name: string;
  kind: LayoutKind;
  body: string;
  isDefault: boolean;
  /** Of the one that is replaced. */
  version: number;
}

/** Those for the caller, and where the caller may publish, the caller's own; defaults first. */
export async function publishedFor(pool: Pool, caller: Caller): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select p.id::text, p.name, p.kind, p.version, p.is_default as "isDefault", p.publisher,
         p.updated_at as "updatedAt", p.role_id::text as "roleId", p.org_id::text as "orgId",
         coalesce(r.name, o.name) as audience, ${forCaller('p')} as "forMe",
         ($4 and (p.publisher_id = $3 or $5)) as mine
       from published_layout p left join sys_role r on r.id = p.role_id left join sys_org o on o.id = p.org_id
      where ${forCaller('p')} or ($4 and (p.publisher_id = $3 or $5))
      order by p.is_default desc, p.role_id is null, p.name, p.id`,
    [...callerValues(caller), caller.userId, mayPublish(caller), isSuper(caller)],
  );
  return rows;
}

/** One version of a published layout, the newest where none is named. */
export async function publishedBody(
  pool: Pool,
  caller: Caller,
  id: string,
  version: number | undefined,
): Promise<unknown> {
  const { rows } = await pool.query(
    `select p.id::text, p.name, p.kind, v.version, v.body
       from published_layout p join published_layout_version v on v.layout_id = p.id
      where p.id = $4 and v.version = coalesce($5, p.version)
        and (${forCaller('p')} or ($6 and (p.publisher_id = $3 or $7)))`,
    [...callerValues(caller), caller.userId, id, version ?? null, mayPublish(caller), isSuper(caller)],
  );
  if (!rows[0]) throw new Refused('notFound');
  return rows[0];
}

/** The caller's own publication, locked; the super admin's are all. */
async function lockMine(
  tx: PoolClient,
  caller: Caller,
  id: string,
): Promise<{ version: number; kind: string }> {
  const { rows } = await tx.query<{ version: number; kind: string }>(
    'select version, kind from published_layout where id = $1 and (publisher_id = $2 or $3) for update',
    [id, caller.userId, isSuper(caller)],
  );
  if (!rows[0]) throw new Refused('notFound');
  return rows[0];
}

async function store(tx: PoolClient, caller: Caller, given: Publication, now: Date): Promise<string> {
  const { id = newId(), name, kind, roleId, orgId, isDefault } = given;
  const values = [id, name, roleId ?? null, orgId ?? null, isDefault, now];
  if (given.id === undefined)
    await tx.query(
      `insert into published_layout (id, name, role_id, org_id, is_default, created_at, updated_at, kind, publisher_id,
         publisher)
       values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)`,
      [...values, kind, caller.userId, caller.realName],
    );
  else
    await tx.query(
      `update published_layout set name = $2, role_id = $3, org_id = $4, is_default = $5, updated_at = $6,
         version = version + 1 where id = $1`,
      values,
    );
  return id;
}

/** Publishes a layout, or its next version. @returns its id and version */
export async function publish(
  tx: PoolClient,
  caller: Caller,
  given: Publication,
  now: Date,
): Promise<{ id: string; version: number }> {
  await checkAudience(tx, caller, given);
  if (given.id !== undefined) {
    const { version } = await lockMine(tx, caller, given.id);
    if (version !== given.version) throw new Refused('staleVersion', { version });
  }
  if (given.isDefault)
    await tx.query(
      `update published_layout set is_default = false
        where kind = $1 and role_id is not distinct from $2 and org_id is not distinct from $3 and is_default`,
      [given.kind, given.roleId ?? null, given.orgId ?? null],
    );
  try {
    const id = await store(tx, caller, given, now);
    const version = given.id === undefined ? 1 : given.version + 1;
    await tx.query(
      'insert into published_layout_version (layout_id, version, body, created_at) values ($1, $2, $3, $4)',
      [id, version, given.body, now],
    );
    return { id, version };
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION)
      throw new Refused('duplicate', { field: 'name', value: given.name });
    throw error;
  }
}

/** Nobody gets it any more; what people made of it stays theirs. */
export async function withdraw(tx: PoolClient, caller: Caller, id: string): Promise<true> {
  await lockMine(tx, caller, id);
  await tx.query('delete from published_layout where id = $1', [id]);
  return true;
}
