import { randomBytes } from 'node:crypto';
import { encryptSecret } from '../../platform/secrets.ts';
import { idAt } from '../../platform/db/id.ts';
import { TENANT_ID } from './base.ts';
import { insertRows } from './copyIn.ts';
import type { Queryable } from './load.ts';

/** Accounts at other services, a key and a directory, so that their lists have something to look at. */

const DAY_MS = 86_400_000;

const ACCOUNTS = [
  { nickName: '美玲', platform: 1, country: '中国', province: '广东', city: '深圳', sex: 2 },
  { nickName: 'Arjun', platform: 2, country: 'India', province: 'Maharashtra', city: 'Mumbai', sex: 1 },
  { nickName: '阿杰', platform: 3, country: '中国', province: '福建', city: '厦门', sex: 1 },
  { nickName: '小雨', platform: 4, country: '中国', province: '浙江', city: '杭州', sex: 2 },
  { nickName: 'lin-dev', platform: 5, country: '中国', province: '上海', city: '上海', sex: 0 },
] as const;

const ADMIN = "select id::text from sys_user where account = 'admin'";

/** The platform's administrator, and a key that signs as that person. */
async function seedKey(db: Queryable, anchorMs: number, secretsKey: string): Promise<void> {
  const { rows } = await db.query(ADMIN);
  const userId = String(rows[0]!.id);
  await db.query('update sys_tenant set user_id = $2 where id = $1', [TENANT_ID, userId]);
  await insertRows(db, 'sys_open_access', [
    {
      id: idAt(anchorMs - DAY_MS, 31),
      access_key: 'reporting-system',
      access_secret: encryptSecret(secretsKey, randomBytes(32).toString('base64url')),
      bind_tenant_id: TENANT_ID,
      bind_user_id: userId,
      version: 1,
      created_at: new Date(anchorMs - DAY_MS),
    },
  ]);
}

/** As it may look: switched off, as no environment of a demo names its host. */
const seedDirectory = (db: Queryable, anchorMs: number, secretsKey: string): Promise<unknown> =>
  insertRows(db, 'sys_ldap', [
    {
      id: idAt(anchorMs - DAY_MS, 41),
      tenant_id: TENANT_ID,
      host: 'ldap.example.com',
      port: 636,
      base_dn: 'dc=example,dc=com',
      bind_dn: 'cn=paydesk,ou=services,dc=example,dc=com',
      bind_pass: encryptSecret(secretsKey, randomBytes(16).toString('base64url')),
      auth_filter: '(&(objectClass=inetOrgPerson)(uid=%s))',
      bind_attr_account: 'uid',
      bind_attr_employee_id: 'employeeNumber',
      bind_attr_code: 'ou',
      status: 2,
      version: 1,
      created_at: new Date(anchorMs - DAY_MS),
    },
  ]);

export async function seedIdentity(
  db: Queryable,
  { anchorMs, secretsKey }: { anchorMs: number; secretsKey: string },
): Promise<void> {
  // A load that was killed begins again.
  await db.query('delete from sys_wechat_user');
  await db.query('delete from sys_open_access');
  await db.query('delete from sys_ldap');
  await seedKey(db, anchorMs, secretsKey);
  await seedDirectory(db, anchorMs, secretsKey);
  await insertRows(
    db,
    'sys_wechat_user',
    ACCOUNTS.map(({ nickName, platform, ...rest }, at) => {
      const madeMs = anchorMs - (at + 1) * 3 * DAY_MS;
      return {
        id: idAt(madeMs, at),
        tenant_id: TENANT_ID,
        nick_name: nickName,
        platform_type: platform,
        open_id: `o${idAt(madeMs, at + 7)}`,
        mobile: `+86138001380${10 + at}`,
        ...rest,
        version: 1,
        created_at: new Date(madeMs),
      };
    }),
  );
}
