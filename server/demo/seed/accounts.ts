import { localeTexts } from '../../platform/db/localeTexts.ts';
import type pg from 'pg';
import { hashPassword, randomPassword } from '../../identity/session/password.ts';
import { HEAD_OFFICE_ID, roleIdOf, TENANT_ID } from './base.ts';
import { insertRows } from './copyIn.ts';
import type { Branch } from './demoNames.ts';
import { idAt } from '../../platform/db/id.ts';
import { baseId } from './ids.ts';
import type { Queryable } from './load.ts';

interface Account {
  account: string;
  realName: string;
  accountType: 999 | 777 | 666;
  role: string;
  orgId: string;
  posId: string | null;
  merchantId: string | null;
  phone: string;
}

const userRow = (user: Account, id: string, passwordHash: string, rest: Record<string, unknown>) => ({
  id,
  tenant_id: TENANT_ID,
  account: user.account,
  password_hash: passwordHash,
  real_name: user.realName,
  nick_name: user.realName,
  account_type: user.accountType,
  org_id: user.orgId,
  pos_id: user.posId,
  merchant_id: user.merchantId,
  phone: user.phone,
  email: `${user.account}@paydesk.example`,
  status: 1,
  order_no: 100,
  version: 1,
  created_at: new Date(),
  ...rest,
});

/** The administrator of a database without demo data; the password is shown once and must be changed. */
export async function firstAdministrator(
  owner: pg.Pool | pg.PoolClient,
): Promise<{ account: string; password: string }> {
  const password = randomPassword();
  const admin: Account = {
    account: 'admin',
    realName: 'Admin',
    accountType: 999,
    role: 'administrator',
    orgId: HEAD_OFFICE_ID,
    posId: null,
    merchantId: null,
    phone: '+8613800000000',
  };
  const id = baseId(400);
  await insertRows(owner, 'sys_user', [
    userRow(admin, id, await hashPassword(password), { must_change_password: true, demo: false }),
  ]);
  await insertRows(owner, 'sys_user_role', [{ user_id: id, role_id: roleIdOf(admin.role) }]);
  return { account: admin.account, password };
}

export const DEMO_ORGS: Readonly<Record<Branch, string>> = {
  india: baseId(2),
  southeastAsia: baseId(3),
  latinAmerica: baseId(4),
};
const OPERATIONS_ID = baseId(5);
const DEMO_POS = {
  manager: baseId(501),
  operator: baseId(502),
  accountant: baseId(503),
  partner: baseId(504),
};

/** Branches and positions, before the merchants that belong to them. */
export async function seedOrganisations(db: Queryable, at: Date): Promise<void> {
  const org = (id: string, pid: string, name: string, code: string, order_no: number) => ({
    id,
    tenant_id: TENANT_ID,
    pid,
    name,
    code,
    status: 1,
    order_no,
    version: 1,
    created_at: at,
  });
  // Whose numbers its people type: a branch without a country of its own takes that of the one above it.
  await db.query("update sys_org set country = 'IN' where id = $1", [HEAD_OFFICE_ID]);
  await insertRows(db, 'sys_org', [
    org(DEMO_ORGS.india, HEAD_OFFICE_ID, localeTexts('印度分部', '印度分部', 'India'), 'IN', 10),
    org(
      DEMO_ORGS.southeastAsia,
      HEAD_OFFICE_ID,
      localeTexts('东南亚分部', '東南亞分部', 'Southeast Asia'),
      'SEA',
      20,
    ),
    org(
      DEMO_ORGS.latinAmerica,
      HEAD_OFFICE_ID,
      localeTexts('拉美分部', '拉美分部', 'Latin America'),
      'LATAM',
      30,
    ),
    org(
      OPERATIONS_ID,
      DEMO_ORGS.india,
      localeTexts('孟买运营组', '孟買營運組', 'Mumbai operations'),
      'IN-MUM',
      10,
    ),
  ]);
  const position = (id: string, name: string, code: string, order_no: number) => ({
    id,
    tenant_id: TENANT_ID,
    name,
    code,
    status: 1,
    order_no,
    version: 1,
    created_at: at,
  });
  await insertRows(db, 'sys_pos', [
    position(DEMO_POS.manager, localeTexts('负责人', '負責人', 'Manager'), 'MANAGER', 10),
    position(DEMO_POS.operator, localeTexts('运营专员', '營運專員', 'Operator'), 'OPERATOR', 20),
    position(DEMO_POS.accountant, localeTexts('会计', '會計', 'Accountant'), 'ACCOUNTANT', 30),
    position(DEMO_POS.partner, localeTexts('合作方', '合作方', 'Partner'), 'PARTNER', 40),
  ]);
}

/** People of the demo by what they did to its orders. */
export interface DemoStaff {
  claimers: readonly { id: string; account: string }[];
  staff: Readonly<Record<'operator' | 'finance', string>>;
}

/** Who signs in to the demo: the platform's people and a merchant's and an agent's. */
function demoPeople(merchantIds: ReadonlyMap<string, string>): Account[] {
  const staff = (
    account: string,
    realName: string,
    role: string,
    posId: string,
    orgId: string,
    phone: string,
  ): Account => ({
    account,
    realName,
    accountType: account === 'admin' ? 999 : 777,
    role,
    orgId,
    posId,
    merchantId: null,
    phone,
  });
  const partner = (
    account: string,
    realName: string,
    role: string,
    of: string,
    orgId: string,
    phone: string,
  ): Account => ({
    ...staff(account, realName, role, DEMO_POS.partner, orgId, phone),
    accountType: 666,
    merchantId: merchantIds.get(of) ?? null,
  });
  return [
    staff('admin', 'Admin', 'administrator', DEMO_POS.manager, HEAD_OFFICE_ID, '+8613800000001'),
    staff('operator', '李明', 'operator', DEMO_POS.operator, HEAD_OFFICE_ID, '+8613800000002'),
    staff('finance', '陈静', 'finance', DEMO_POS.accountant, HEAD_OFFICE_ID, '+8613800000003'),
    partner('merchant', 'Kaveri Games', 'merchant', 'Kaveri Games', DEMO_ORGS.india, '+8613800000004'),
    partner('agent', 'Deccan Partners', 'agent', 'Deccan Partners', DEMO_ORGS.india, '+8613800000005'),
    staff('priya', 'Priya Nair', 'branchOperator', DEMO_POS.operator, DEMO_ORGS.india, '+8613800000006'),
    staff('wangfang', '王芳', 'branchOperator', DEMO_POS.operator, DEMO_ORGS.southeastAsia, '+8613800000007'),
  ];
}

/** Accounts of the demo, all with one password. */
export async function seedAccounts(
  db: Queryable,
  options: { password: string; anchorMs: number; merchantIds: ReadonlyMap<string, string> },
): Promise<DemoStaff> {
  const { merchantIds, anchorMs } = options;
  const users = demoPeople(merchantIds);
  const hash = await hashPassword(options.password);
  const born = anchorMs - 300 * 86_400_000;
  const ids = users.map((_, index) => idAt(born, index + 1));
  await insertRows(
    db,
    'sys_user',
    users.map((user, index) =>
      userRow(user, ids[index]!, hash, {
        must_change_password: false,
        demo: true,
        created_at: new Date(born),
      }),
    ),
  );
  await insertRows(
    db,
    'sys_user_role',
    users.map((user, index) => ({ user_id: ids[index], role_id: roleIdOf(user.role) })),
  );
  // Whom approval flows ask as the director, of the branches too: they have none of their own.
  await db.query('update sys_org set director_id = $2 where id = $1', [HEAD_OFFICE_ID, ids[0]]);
  const known = (account: string) => {
    const at = users.findIndex((user) => user.account === account);
    return { id: ids[at]!, account };
  };
  return {
    claimers: ['operator', 'priya', 'wangfang'].map(known),
    staff: { operator: known('operator').id, finance: known('finance').id },
  };
}
