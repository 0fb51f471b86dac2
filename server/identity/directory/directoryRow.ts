import type { Pool } from 'pg';
import { Refused } from '../../platform/http/refused.ts';
import type { Directory } from './connection.ts';

const DIRECTORY = `select id::text, tenant_id::text as "tenantId", host, port, base_dn as "baseDn", bind_dn as "bindDn",
    bind_pass as "bindPass", auth_filter as "authFilter", bind_attr_account as "bindAttrAccount",
    bind_attr_employee_id as "bindAttrEmployeeId", bind_attr_code as "bindAttrCode", org_id::text as "orgId",
    role_id::text as "roleId", status
  from sys_ldap where id = $1`;

/** @throws Refused notFound */
export async function directoryOf(pool: Pick<Pool, 'query'>, id: string): Promise<Directory> {
  const { rows } = await pool.query<Directory>(DIRECTORY, [id]);
  if (!rows[0]) throw new Refused('notFound');
  return rows[0];
}
