import { newId } from '../../server/platform/db/id.ts';
import { decryptSecret } from '../../server/platform/secrets.ts';
import { makeStaff, PASSWORD, type Staff } from '../safety/staff.ts';
import type { World } from '../safety/world.ts';
import type { Answer, Client } from '../support/client.ts';
import { codeAt } from '../support/otp.ts';
import { SECRETS_KEY, type TestServer } from '../support/server.ts';
import { appCases } from './keyedApps.ts';
import { directoryCases } from './keyedDirectory.ts';
import { centreCases } from './keyedCentre.ts';
import { favouriteCases } from './keyedFavourites.ts';
import { fileCases } from './keyedFiles.ts';
import { flowCases } from './keyedFlows.ts';
import { formCases } from './keyedForms.ts';
import { handoverCases } from './keyedHandover.ts';
import { logCases } from './keyedLogs.ts';
import { noteCases } from './keyedNotes.ts';
import { passkeyCases } from './keyedPasskeys.ts';
import { reportCases } from './keyedReports.ts';
import { toolCases } from './keyedTools.ts';
import { peopleCases } from './keyedPeople.ts';

/** One write of every route that the definitions do not derive, with what counts how often it happened. */

export interface Keyed {
  who: Client;
  body: unknown;
  /** Accepted or not: under the key of the first it is another body. */
  other: unknown;
  /** Moves by `step` (1) each time the write happens. */
  count: () => Promise<number>;
  step?: number;
  /** What the first answer alone shows. */
  secret?: (result: unknown) => unknown;
  send?: (body: unknown, headers: Record<string, string>) => Promise<Answer>;
}

export interface Ground {
  server: TestServer;
  admin: Client;
  adminId: string;
  tenant: Pick<World, 'tenantId' | 'orgId'>;
}

type MakeKeyed = (ground: Ground) => Promise<Keyed>;

const number = async ({ server }: Ground, text: string, values: unknown[] = []): Promise<number> =>
  Number((await server.database.pool.query(text, values)).rows[0]?.n ?? 0);
const text = async ({ server }: Ground, statement: string): Promise<string> =>
  (await server.database.pool.query<{ id: string }>(statement)).rows[0]!.id;
const versionOf = (ground: Ground, table: string, id: string) => () =>
  number(ground, `select version as n from ${table} where id = $1`, [id]);

const somebody = async ({ server, tenant }: Ground): Promise<Staff> =>
  (await makeStaff(server.database.pool, tenant as World, 1))[0]!;
async function signedIn(ground: Ground): Promise<Staff & { client: Client }> {
  const person = await somebody(ground);
  return { ...person, client: await ground.server.signIn(person.account, PASSWORD) };
}

const users: Record<string, MakeKeyed> = {
  'sysUser/setStatus': async (ground) => {
    const { id } = await somebody(ground);
    // Nobody disables a super administrator.
    await ground.server.database.pool.query('update sys_user set account_type = 777 where id = $1', [id]);
    const count = versionOf(ground, 'sys_user', id);
    return { who: ground.admin, body: { id, status: 2 }, other: { id, status: 1 }, count };
  },
  'sysUser/resetPwd': async (ground) => {
    const [{ id }, other] = [await somebody(ground), await somebody(ground)];
    return {
      who: ground.admin,
      body: { ids: [id] },
      other: { ids: [other.id] },
      count: versionOf(ground, 'sys_user', id),
      secret: (result) => (result as { password?: string }).password,
    };
  },
  'sysUser/grantRole': async (ground) => {
    const { id } = await somebody(ground);
    const roleIdList = [await roleOf(ground)];
    const count = () =>
      number(ground, 'select count(*) as n from sys_user_role where user_id = $1 and role_id = $2', [
        id,
        roleIdList[0],
      ]);
    return {
      who: ground.admin,
      body: { userId: id, roleIdList },
      other: { userId: id, roleIdList: [] },
      count,
    };
  },
  'sysUser/baseInfo': async (ground) => {
    const { id, client } = await signedIn(ground);
    const count = versionOf(ground, 'sys_user', id);
    return { who: client, body: { nickName: 'Once' }, other: { nickName: 'Twice' }, count };
  },
  'sysUser/unlockLogin': async (ground) => {
    const { id } = await somebody(ground);
    const key = `login:id:${id}|`;
    await ground.server.database.pool.query(
      "insert into attempt_counter (key, failures, window_start) values ($1 || '10.0.0.1', 5, now())",
      [key],
    );
    const count = () =>
      number(ground, 'select count(*) as n from attempt_counter where key like $1', [`${key}%`]);
    return { who: ground.admin, body: { id }, other: { id: ground.adminId }, count, step: -1 };
  },
  'sysUser/changePwd': async (ground) => {
    const { id, client } = await signedIn(ground);
    const body = { passwordOld: PASSWORD, passwordNew: 'quite another 1' };
    const other = { ...body, passwordNew: 'quite another 2' };
    return { who: client, body, other, count: versionOf(ground, 'sys_user', id) };
  },
  'userOtp/enrol': async (ground) => {
    const { id, client } = await signedIn(ground);
    return {
      who: client,
      body: { password: PASSWORD },
      other: { password: 'none of theirs' },
      count: () => number(ground, 'select version as n from user_otp where user_id = $1', [id]),
      secret: (result) => (result as { secret?: string }).secret,
    };
  },
  'userOtp/verify': async (ground) => {
    const { id, client } = await signedIn(ground);
    await client.call('userOtp/enrol', { password: PASSWORD });
    const { rows } = await ground.server.database.pool.query<{ sealed: string }>(
      'select secret_key as sealed from user_otp where user_id = $1',
      [id],
    );
    const code = codeAt(decryptSecret(SECRETS_KEY, rows[0]!.sealed), ground.server.clock.now().getTime());
    return {
      who: client,
      body: { code },
      other: { code: '0' },
      count: () => number(ground, 'select version as n from user_otp where user_id = $1', [id]),
      secret: (result) => (result as { recoveryCodes?: string[] }).recoveryCodes,
    };
  },
};

const roleOf = async (ground: Ground): Promise<string> => {
  const id = newId();
  await ground.server.database.pool.query(
    "insert into sys_role (id, tenant_id, name, code, data_scope) values ($1, $2, 'Keyed', $3, 1)",
    [id, ground.tenant.tenantId, `keyed-${id}`],
  );
  return id;
};

const system: Record<string, MakeKeyed> = {
  'sysRole/grantMenu': async (ground) => {
    const id = await roleOf(ground);
    const menu = await text(ground, 'select id::text from sys_menu order by id limit 1');
    const count = versionOf(ground, 'sys_role', id);
    return { who: ground.admin, body: { id, menuIdList: [menu] }, other: { id, menuIdList: [] }, count };
  },
  'sysRole/grantDataScope': async (ground) => {
    const id = await roleOf(ground);
    const count = versionOf(ground, 'sys_role', id);
    return { who: ground.admin, body: { id, dataScope: 4 }, other: { id, dataScope: 1 }, count };
  },
  'sysConfig/saveSysInfo': async (ground) => {
    await ground.admin.call('sysConfig/saveSysInfo', { sysViceTitle: 'before' });
    const count = () => number(ground, "select version as n from sys_config where code = 'sysViceTitle'");
    return { who: ground.admin, body: { sysViceTitle: 'one' }, other: { sysViceTitle: 'two' }, count };
  },
  'sysConfig/batchUpdate': async (ground) => {
    await ground.admin.call('sysConfig/saveSysInfo', { sysViceTitle: 'before' });
    const to = (value: string) => [{ code: 'sysViceTitle', value }];
    const count = () => number(ground, "select version as n from sys_config where code = 'sysViceTitle'");
    return { who: ground.admin, body: to('three'), other: to('four'), count };
  },
  'sysConfig/batchDelete': async (ground) => {
    const id = newId();
    await ground.server.database.pool.query(
      "insert into sys_config (id, name, code, value, sys_flag) values ($1, 'Keyed', $2, 'one', 2)",
      [id, `keyed${id}`],
    );
    const builtIn = await text(ground, 'select id::text from sys_config where sys_flag = 1 limit 1');
    const count = () => number(ground, 'select count(*) as n from sys_config');
    return { who: ground.admin, body: { ids: [id, builtIn] }, other: { ids: [builtIn] }, count, step: -1 };
  },
};

const ofAdmin = (ground: Ground, what: string) => () =>
  number(ground, `select ${what} as n from layout where user_id = $1`, [ground.adminId]);
async function layoutOf({ admin }: Ground): Promise<string> {
  const body = { name: `Keyed ${newId()}`, kind: 'dashboard', working: '{}', version: 0 };
  return (await admin.call<{ id: string }>('layout/save', body)).id;
}

const PUBLISHED = { kind: 'workspace', body: '{}', version: 0 };
const VIEW = { resource: 'collectOrder', body: '{}', version: 0 };
/** Something that a call makes and another takes away; the calls answer with its id. */
async function madeBy({ admin, tenant }: Ground, path: 'layout/publish' | 'savedView/save'): Promise<string> {
  const body = path === 'layout/publish' ? { ...PUBLISHED, orgId: tenant.orgId } : VIEW;
  return (await admin.call<{ id: string }>(path, { ...body, name: `Keyed ${newId()}` })).id;
}
const made = (ground: Ground, table: 'published_layout' | 'saved_view', owner: string) => () =>
  number(ground, `select count(*) as n from ${table} where ${owner} = $1`, [ground.adminId]);

const ofSchedule = (ground: Ground, what: string) => () =>
  number(ground, `select ${what} as n from sys_schedule where user_id = $1`, [ground.adminId]);
const ENTRY = { scheduleTime: '2026-11-26', startTime: '09:00', endTime: '10:00', content: 'Keyed' };
async function entryOf({ admin, adminId, server }: Ground): Promise<string> {
  await admin.call('sysSchedule/add', ENTRY);
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select max(id)::text as id from sys_schedule where user_id = $1',
    [adminId],
  );
  return rows[0]!.id;
}

const own: Record<string, MakeKeyed> = {
  'sysSchedule/add': async (ground) => {
    const other = { ...ENTRY, content: 'Other' };
    return { who: ground.admin, body: ENTRY, other, count: ofSchedule(ground, 'count(*)') };
  },
  'sysSchedule/update': async (ground) => {
    const id = await entryOf(ground);
    const body = { ...ENTRY, id, content: 'Changed' };
    const count = versionOf(ground, 'sys_schedule', id);
    return { who: ground.admin, body, other: { ...body, content: 'Other' }, count };
  },
  'sysSchedule/setStatus': async (ground) => {
    const id = await entryOf(ground);
    const count = versionOf(ground, 'sys_schedule', id);
    return { who: ground.admin, body: { id, status: 1 }, other: { id, status: 0 }, count };
  },
  'sysSchedule/delete': async (ground) => {
    const [id, other] = [await entryOf(ground), await entryOf(ground)];
    const count = ofSchedule(ground, 'count(*)');
    return { who: ground.admin, body: { id }, other: { id: other }, count, step: -1 };
  },
  'userSetting/save': async (ground) => {
    const body = { key: 'keyed', value: 1, version: 0 };
    const count = () => number(ground, "select count(*) as n from user_setting where key = 'keyed'");
    return { who: ground.admin, body, other: { ...body, value: 2 }, count };
  },
  'layout/save': async (ground) => {
    const body = { name: 'Keyed', kind: 'workspace', working: '{}', version: 0 };
    return { who: ground.admin, body, other: { ...body, name: 'Other' }, count: ofAdmin(ground, 'count(*)') };
  },
  'layout/rename': async (ground) => {
    const id = await layoutOf(ground);
    const count = versionOf(ground, 'layout', id);
    return { who: ground.admin, body: { id, name: 'Named' }, other: { id, name: 'Renamed' }, count };
  },
  'layout/revert': async (ground) => {
    const id = await layoutOf(ground);
    const other = await layoutOf(ground);
    return { who: ground.admin, body: { id }, other: { id: other }, count: versionOf(ground, 'layout', id) };
  },
  'layout/activate': async (ground) => {
    const [other, id] = [await layoutOf(ground), await layoutOf(ground)];
    const count = () => number(ground, 'select active::int as n from layout where id = $1', [id]);
    return { who: ground.admin, body: { id }, other: { id: other }, count };
  },
  'layout/delete': async (ground) => {
    const [id, other] = [await layoutOf(ground), await layoutOf(ground)];
    const count = ofAdmin(ground, 'count(*)');
    return { who: ground.admin, body: { id }, other: { id: other }, count, step: -1 };
  },
  'layout/publish': async (ground) => {
    const body = { ...PUBLISHED, name: 'Keyed', orgId: ground.tenant.orgId };
    const count = made(ground, 'published_layout', 'publisher_id');
    return { who: ground.admin, body, other: { ...body, name: 'Other' }, count };
  },
  'layout/withdraw': async (ground) => {
    const [id, other] = [await madeBy(ground, 'layout/publish'), await madeBy(ground, 'layout/publish')];
    const count = made(ground, 'published_layout', 'publisher_id');
    return { who: ground.admin, body: { id }, other: { id: other }, count, step: -1 };
  },
  'savedView/save': async (ground) => {
    const body = { ...VIEW, name: 'Keyed' };
    const count = made(ground, 'saved_view', 'owner_id');
    return { who: ground.admin, body, other: { ...body, name: 'Other' }, count };
  },
  'savedView/delete': async (ground) => {
    const [id, other] = [await madeBy(ground, 'savedView/save'), await madeBy(ground, 'savedView/save')];
    const count = made(ground, 'saved_view', 'owner_id');
    return { who: ground.admin, body: { id }, other: { id: other }, count, step: -1 };
  },
  'sysNotice/setRead': async (ground) => {
    const { client, id: userId } = await signedIn(ground);
    const id = newId();
    await ground.server.database.pool.query(
      `insert into sys_notice (id, tenant_id, title, content, type, status, publisher, publish_time)
       values ($1, $2, 'Keyed', 'Keyed', 1, 1, 'Keyed', now())`,
      [id, ground.tenant.tenantId],
    );
    const count = () =>
      number(ground, 'select count(*) as n from sys_notice_read where user_id = $1', [userId]);
    return { who: client, body: { id }, other: { ids: [] }, count };
  },
};

const jobOf = async (ground: Ground): Promise<string> => {
  const id = newId();
  await ground.server.database.pool.query(
    "insert into job (id, user_id, kind, payload, total) values ($1, $2, 'exportRows', '{}', 1)",
    [id, ground.adminId],
  );
  return id;
};

const heldJobOf = async (ground: Ground): Promise<string> => {
  const id = newId();
  await ground.server.database.pool.query(
    `insert into job (id, user_id, kind, payload, status, total, starts_at) values ($1, $2, 'bulkAction',
      '{"resource": "collectOrder", "action": "claim"}', 'held', 1, now() + interval '1 hour')`,
    [id, ground.adminId],
  );
  return id;
};

/** What ends the hold of a job, and what the job is then. */
const endsHold =
  (status: 'cancelled' | 'queued'): MakeKeyed =>
  async (ground) => {
    const [id, other] = [await heldJobOf(ground), await heldJobOf(ground)];
    const count = () =>
      number(ground, 'select count(*) as n from job where id = $1 and status = $2', [id, status]);
    return { who: ground.admin, body: { id }, other: { id: other }, count };
  };

const work: Record<string, MakeKeyed> = {
  'jobs/cancel': async (ground) => {
    const [id, other] = [await jobOf(ground), await jobOf(ground)];
    const count = () =>
      number(ground, "select count(*) as n from job where id = $1 and status = 'cancelled'", [id]);
    return { who: ground.admin, body: { id }, other: { id: other }, count };
  },
  'jobs/undo': endsHold('cancelled'),
  'jobs/startNow': endsHold('queued'),
  'bankBatch/upload': async (ground) => {
    const { server, admin } = ground;
    const account = await text(ground, 'select id::text from bank_account order by id limit 1');
    const send = async (body: unknown, headers: Record<string, string>): Promise<Answer> => {
      const query = new URLSearchParams({
        bankAccountId: account,
        fileName: 'keyed.csv',
        autoMatch: 'false',
      });
      const response = await fetch(`${server.base}/api/bankBatch/upload?${query}`, {
        method: 'POST',
        body: String(body),
        headers: { ...headers, 'Content-Type': 'text/csv', Authorization: `Bearer ${admin.token}` },
      });
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Answer['body'],
      };
    };
    const count = () => number(ground, 'select count(*) as n from bank_batch');
    return {
      who: admin,
      body: 'Date,Amount\n2026-01-01,1\n',
      other: 'Date,Amount\n2026-01-01,2\n',
      count,
      send,
    };
  },
};

export const KEYED: Readonly<Record<string, MakeKeyed>> = {
  ...users,
  ...system,
  ...own,
  ...work,
  ...appCases,
  ...centreCases,
  ...fileCases,
  ...logCases,
  ...noteCases,
  ...toolCases,
  ...formCases,
  ...peopleCases,
  ...reportCases,
  ...directoryCases,
  ...flowCases,
  ...handoverCases,
  ...favouriteCases,
  ...passkeyCases,
};

/** An export of everything; without workers it stays queued. */
export const queuedExport: MakeKeyed = async (ground) => {
  await ground.server.database.pool.query("delete from job where kind = 'exportRows'");
  const count = () => number(ground, 'select count(*) as n from job where kind = $1', ['exportRows']);
  return { who: ground.admin, body: {}, other: { ids: ['1'] }, count };
};
