import type { Pool } from 'pg';
import type { Colleague } from '../../contract/orderNote.ts';
import { SWITCH } from '../platform/db/statuses.ts';
import type { Caller } from '../platform/http/caller.ts';

const MOST = 500;
const STAFF = `select id::text, account, real_name as "realName" from sys_user
  where tenant_id = $1 and merchant_id is null and status = ${SWITCH.enabled} and id <> $2
    and ($3::bigint is null or id = $3) and ($4::text[] is null or account = any($4))
  order by account limit ${MOST}`;

/** The caller's colleagues on the staff by account, all of them, the one of an id, or those of some accounts. */
export async function colleaguesOf(
  pool: Pool,
  { tenantId, userId }: Caller,
  { id = null, accounts = null }: { id?: string | null; accounts?: readonly string[] | null } = {},
): Promise<Colleague[]> {
  return (await pool.query<Colleague>(STAFF, [tenantId, userId, id, accounts])).rows;
}
