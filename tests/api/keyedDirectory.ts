import type { Ground, Keyed } from './keyedCases.ts';

/** What is taken from directories, asked for once. */

async function syncOf({ server, admin }: Ground): Promise<Keyed> {
  const { pool } = server.database;
  const form = {
    host: 'ldap.example.com',
    port: 636,
    bindDn: 'cn=service,dc=example',
    bindPass: 'service-password-1',
    authFilter: '(uid=%s)',
    bindAttrAccount: 'uid',
    bindAttrEmployeeId: 'employeeNumber',
    bindAttrCode: 'ou',
  };
  const add = async (baseDn: string) =>
    (await admin.call<{ id: string }>('sysLdap/add', { ...form, baseDn })).id;
  const suffix = Math.random().toString(36).slice(2);
  const [id, other] = [await add(`dc=a${suffix}`), await add(`dc=b${suffix}`)];
  const count = async () =>
    Number(
      (
        await pool.query<{ n: string }>(
          "select count(*) as n from job where kind = 'syncDirectory' and payload ->> 'id' = $1",
          [id],
        )
      ).rows[0]!.n,
    );
  // Of those of the case before none has run: nobody has more than two open.
  await pool.query("update job set status = 'cancelled' where kind = 'syncDirectory'");
  return { who: admin, body: { id }, other: { id: other }, count };
}

export const directoryCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'sysLdap/syncUser': syncOf,
  'sysLdap/syncDept': syncOf,
};
