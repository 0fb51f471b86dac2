import type { Pool } from 'pg';
import { type Caller, isSuper } from '../../platform/http/caller.ts';

/** Ids of an organisation and of all below it, as far as the caller sees them. */
export async function orgsBelow(pool: Pool, caller: Caller, id: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with recursive down as (
       select id from sys_org where id = $1 and ($2 or tenant_id = $3)
       union select o.id from sys_org o join down on o.pid = down.id
     ) select id::text from down`,
    [id, isSuper(caller), caller.tenantId],
  );
  const ids = rows.map((row) => row.id);
  return caller.orgIds === 'all' ? ids : ids.filter((each) => caller.orgIds.includes(each));
}
