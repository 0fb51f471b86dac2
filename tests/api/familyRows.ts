import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { type Body, bodyOf, type Sql } from './writeBodies.ts';

/** Rows of the family's views as their grids have them, for each call that writes. */

interface Sent {
  row: Body | Body[];
  /** What the form adds to the row. */
  more?: Body;
  /** The address with its parameters filled in. */
  at?: string;
}

export type FamilyCase = (verb: string) => Promise<Sent | undefined>;

/** What is refused whatever is sent, with the reason. */
export const REFUSED: Readonly<Record<string, string>> = {
  // On a server without a console, with nothing that failed, and without the present password.
  'sysDatabase/openConsole': 'notOffered',
  'sysJob/retryFailed': 'notFound',
  'sysUser/changePwd': 'validation',
};

interface Page {
  items: Body[];
}

/** What a form of theirs asks for; where the definition leaves it open, with a name that nobody has. */
async function formOf(sql: Sql, resource: Resource): Promise<Body> {
  const body = await bodyOf(sql, resource);
  if (resource.id === 'sysOpenAccess') body.accessKey = `c${newId()}`;
  for (const name of ['account', 'code'])
    if (typeof body[name] === 'string' && resource.id !== 'sysRegion') body[name] = `c${newId()}`;
  return body;
}

/** A new row, read back from the page and by its address, the way a grid and its form have it. */
async function madeRow(admin: Client, sql: Sql, resource: Resource): Promise<Body> {
  const { id } = resource;
  const body = await formOf(sql, resource);
  const added = await admin.command<Body>(`${id}/add`, body);
  const detail = await admin.call<Body>(`${id}/detail?Id=${String(added.id)}`);
  const page = await admin.call<Page>(`${id}/page`, {
    pageSize: 1_000,
    filter: { field: 'id', operator: 0, value: added.id },
  });
  return { ...page.items[0], ...detail };
}

/** The request of a job that somebody sets up. */
const jobProperties = JSON.stringify({
  HttpJob: JSON.stringify({ RequestUri: 'https://8.8.8.8/ping', HttpMethod: { Method: 'GET' } }),
});

/** A job and its trigger, as the expanding grid of theirs has them. */
async function jobRow(admin: Client, verb: string): Promise<Sent> {
  const jobId = `j${newId()}`;
  const job = { jobId, groupName: 'default', createType: 2, concurrent: 'true', properties: jobProperties };
  const timing = {
    triggerType: 'Furion.Schedule.PeriodTrigger',
    args: '60000',
    startNow: 'true',
    numRetries: '1',
  };
  if (verb === 'addJobDetail') return { row: job };
  await admin.call('sysJob/addJobDetail', job);
  if (verb !== 'addJobTrigger')
    await admin.call('sysJob/addJobTrigger', { jobId, triggerId: 't1', ...timing });
  const { items } = await admin.call<{ items: { jobDetail: Body; jobTriggers: Body[] }[] }>(
    'sysJob/pageJobDetail',
    { jobId, pageSize: '10' },
  );
  const { jobDetail, jobTriggers } = items[0]!;
  return verb.endsWith('Trigger')
    ? {
        row: { ...jobDetail, ...jobTriggers[0] },
        ...(verb === 'addJobTrigger' && { more: { triggerId: 't1', ...timing } }),
      }
    : { row: jobDetail };
}

async function scheduleRow(admin: Client, verb: string): Promise<Sent> {
  const entry = { scheduleTime: '2031-02-03', startTime: '09:00', endTime: '10:00', content: `c${newId()}` };
  if (verb === 'add') return { row: entry };
  await admin.call('sysSchedule/add', entry);
  const rows = await admin.call<Body[]>('sysSchedule/page', { scheduleTime: '2031-02-03' });
  const row = rows.find(({ content }) => content === entry.content)!;
  return { row, more: { status: '1' } };
}

async function fileRow(admin: Client, verb: string): Promise<Sent> {
  const file = { fileName: 'a.txt', fileDataBase64: Buffer.from(newId()).toString('base64') };
  if (verb === 'uploadFileFromBase64') return { row: file };
  return { row: await admin.call<Body>('sysFile/uploadFileFromBase64', file) };
}

/** Calls whose form adds something to the row, or whose row must be in another state. */
function ownCases(admin: Client, sql: Sql, engineRow: (id: string) => Promise<Body>) {
  const first = async (text: string) => (await sql<{ id: string }>(text))[0]!.id;
  const me = () => first("select id::text from sys_user where account = 'admin'");
  const menus = async () => [
    await first("select id::text from sys_menu where permission = 'collectOrder:page'"),
  ];
  const config = async (): Promise<Body> => ({ ...(await engineRow('sysConfig')), value: 'two' });
  const granted = (id: string) => async () => ({
    row: await engineRow(id),
    more: { menuIdList: await menus() },
  });
  const own: Record<string, FamilyCase> = {
    'sysRole/grantMenu': granted('sysRole'),
    'sysTenant/grantMenu': granted('sysTenant'),
    'sysApp/grantMenu': async () => ({ row: await engineRow('sysApp') }),
    'sysApp/changeApp': async () => ({
      row: { id: await first('select id::text from sys_app where is_default') },
    }),
    'sysApp/enable': async () => {
      const row = await engineRow('sysApp');
      await admin.call('sysApp/disable', row);
      return { row };
    },
    'sysNotice/cancel': async () => {
      const row = await engineRow('sysNotice');
      await admin.call('sysNotice/public', row);
      return { row };
    },
    'sysConfig/batchDelete': async () => ({ row: [await config()] }),
    'sysConfig/batchUpdate': async () => ({ row: [await config()] }),
    'sysCodeGenConfig/update': async () => {
      const { id } = await engineRow('sysCodeGen');
      return { row: await admin.call<Body[]>(`sysCodeGenConfig/list?CodeGenId=${String(id)}`) };
    },
    'sysLogEx/mark': async () => {
      const fingerprint = newId().slice(-16).padStart(16, '0');
      await sql(
        `insert into sys_log_ex (id, tenant_id, log_date_time, display_title, controller_name, action_name, http_method,
           request_url, status, elapsed, remote_ip, trace_id, fingerprint, exception)
         select $1, min(id), now(), 'x', 'x', 'x', 'GET', '/x', 500, 1, '127.0.0.1', 'trace', $2, 'Error: planted' from sys_tenant`,
        [newId(), fingerprint],
      );
      return { row: { fingerprint, state: 'muted' } };
    },
    'sysOnlineUser/forceOffline': async () => {
      await admin.call('sysAuth/userInfo');
      const { items } = await admin.call<Page>('sysOnlineUser/page', { pageSize: 100 });
      return { row: items.find((row) => row.userName === 'operator')! };
    },
    'sysRegion/import': async () => ({ row: {}, more: { csv: 'code,name,pid\n990001,Some place,0\n' } }),
    'sysUser/grantRole': async () => {
      const row = await engineRow('sysUser');
      const roleIdList = await admin.call(`sysUser/ownRoleList/${String(row.id)}`);
      return { row, more: { userId: row.id, roleIdList } };
    },
    'sysUser/baseInfo': async () => ({ row: await admin.call<Body>('sysUser/baseInfo') }),
    'sysUserMenu/deleteByUserId/:userId': async () => ({
      row: {},
      at: `sysUserMenu/deleteByUserId/${await me()}`,
    }),
  };
  for (const verb of ['add', 'delete'])
    own[`sysUserMenu/${verb}`] = async () => ({ row: { userId: await me(), menuIdList: await menus() } });
  return own;
}

export function familyCases(admin: Client, sql: Sql): ReadonlyMap<string, FamilyCase> {
  const engineRow = (id: string) => madeRow(admin, sql, resources.get(id)!);
  const cases = new Map<string, FamilyCase>(Object.entries(ownCases(admin, sql, engineRow)));
  for (const resource of resources.values()) {
    if (!/^sys[A-Z]/.test(resource.id) || !resource.crud.add) continue;
    cases.set(`${resource.id}/*`, async (verb) =>
      verb === 'add'
        ? { row: { ...(await engineRow(resource.id)), ...(await formOf(sql, resource)), id: 0 } }
        : { row: await engineRow(resource.id) },
    );
  }
  cases.set('sysJob/*', (verb) => jobRow(admin, verb));
  cases.set('sysSchedule/*', (verb) => scheduleRow(admin, verb));
  cases.set('sysFile/*', (verb) => fileRow(admin, verb));
  return cases;
}
