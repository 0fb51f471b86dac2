import { newId } from '../../server/platform/db/id.ts';
import { newPhone } from '../support/phones.ts';

/** The views of a client of the family, each as the calls that it makes, in their order (system.md). */

export type Row = Record<string, unknown> & { id: string };

/** One client that drives a view: what is refused fails the view. */
export interface Driver {
  get<T = Row[]>(path: string): Promise<T>;
  post<T = unknown>(path: string, body?: unknown): Promise<T>;
  /** All rows of a grid, as it asks for its first page. */
  grid(path: string, filters?: Record<string, unknown>): Promise<Row[]>;
}

type View = (client: Driver) => Promise<void>;

const code = (): string => `c${newId()}`;
const idOf = async (answer: Promise<unknown>): Promise<string> => String(await answer);
const by = (rows: readonly Row[], name: string, value: unknown): Row => {
  const found = rows.find((row) => row[name] === value);
  if (!found) throw new Error(`no row whose ${name} is ${String(value)}`);
  return found;
};

const everyNode = (nodes: readonly Row[]): Row[] =>
  nodes.flatMap((node) => [node, ...everyNode((node.children ?? []) as Row[])]);

const start: View = async ({ get, post }) => {
  await get('sysConfig/sysInfo');
  const { id } = await get<Row>('sysAuth/userInfo');
  await get('sysConst/list');
  await get('sysDictType/allDictList');
  await get('sysMenu/loginMenuTree');
  await get('sysNotice/unReadList');
  await get(`sysUserMenu/userMenuList/${id}`);
  await get(`sysUserMenu/userMenuIdList/${id}`);
  const [entry] = everyNode(await get('sysMenu/loginMenuTree')).filter(({ type }) => type === 2);
  await post('sysUserMenu/add', { userId: id, menuIdList: [entry!.id] });
  await post('sysUserMenu/delete', { userId: id, menuIdList: [entry!.id] });
  await post(`sysUserMenu/deleteByUserId/${id}`, {});
};

const schedule: View = async ({ post, get }) => {
  const month = { startTime: '2031-05-01T00:00:00.000Z', endTime: '2031-06-01T00:00:00.000Z' };
  await post('sysSchedule/page', month);
  const at = { scheduleTime: '2031-05-02', startTime: '09:00', endTime: '10:00' };
  await post('sysSchedule/add', { ...at, content: 'Call', status: 0, orderNo: 100, id: 0 });
  const [row] = await post<Row[]>('sysSchedule/page', { ...month, scheduleTime: '2031-05-02T05:00:00.000Z' });
  await get(`sysSchedule/detail/${row!.id}`);
  await post('sysSchedule/update', { ...row, content: 'Call again' });
  await post('sysSchedule/setStatus', { ...row, status: 1 });
  await post('sysSchedule/delete', row);
};

const users: View = async ({ get, post, grid }) => {
  const orgs = everyNode(await get('sysOrg/list?Id=0'));
  const rows = await grid('sysUser/page', { orgId: -1, account: '', realName: '', posName: '', phone: '' });
  await grid('sysUser/page', { orgId: orgs[0]!.id });
  // A new record: the lists of a person that is not there yet.
  for (const none of ['0', 'undefined']) {
    await get(`sysUser/ownRoleList/${none}`);
    await get(`sysUser/ownExtOrgList/${none}`);
  }
  const positions = await get('sysPos/list');
  const roles = await get('sysRole/list');
  const [org, other] = orgs;
  const form = {
    id: 0,
    account: code(),
    nickName: '',
    phone: newPhone(),
    realName: 'New Person',
    accountType: 777,
    email: '',
    orderNo: '100',
    roleIdList: [roles[0]!.id],
    orgId: org!.id,
    posId: positions[0]!.id,
    jobNum: '',
    status: 1,
    sex: 1,
    birthday: '2000-01-01',
    cardType: 0,
    cultureLevel: 5,
    age: 0,
    joinDate: '2020-01-01 00:00:00',
    extOrgIdList: [
      { orgId: other!.id, posId: positions[0]!.id, id: 0, userId: 0 },
      { orgId: other!.id, posId: positions[0]!.id },
    ],
  };
  const id = await idOf(post('sysUser/add', form));
  const row = by(await grid('sysUser/page', { account: form.account }), 'id', id);
  await get(`sysUser/ownRoleList/${id}`);
  const extOrgIdList = await get(`sysUser/ownExtOrgList/${id}`);
  await post('sysUser/update', {
    ...row,
    roleIdList: form.roleIdList,
    extOrgIdList: [...extOrgIdList, ...extOrgIdList],
  });
  for (const status of [2, 1]) await post('sysUser/setStatus', { ...row, status });
  await post('sysUser/resetPwd', row);
  await post('sysUser/unlockLogin', row);
  await post('sysUser/grantRole', { ...row, userId: id, roleIdList: form.roleIdList });
  await post('sysUser/delete', { id: row.id });
  if (rows.length === 0) throw new Error('nobody is listed');
};

const ownCentre: View = async ({ get, post }) => {
  const own = await get<Row>('sysUser/baseInfo');
  await post('sysUser/baseInfo', own);
  await get('sysOrg/list?Id=0');
};

const roles: View = async ({ get, post, grid }) => {
  await grid('sysRole/page', { name: '', code: '' });
  const menus = await get('sysMenu/list');
  for (const none of ['0', '']) {
    await get(`sysRole/ownMenuList?Id=${none}`);
    await get(`sysRole/ownOrgList?Id=${none}`);
  }
  const menuIdList = [menus[0]!.id];
  const form = { id: 0, name: code(), code: code(), orderNo: 100, status: 1, remark: '', menuIdList };
  await post('sysRole/add', form);
  const row = by(await grid('sysRole/page', { code: form.code }), 'code', form.code);
  const own = await get<string[]>(`sysRole/ownMenuList?Id=${row.id}`);
  await post('sysRole/update', { ...row, menuIdList: own });
  const orgs = await get('sysOrg/list?Id=0');
  await get(`sysRole/ownOrgList?Id=${row.id}`);
  await post('sysRole/grantDataScope', { ...row, dataScope: '5', orgIdList: [orgs[0]!.id] });
  await post('sysRole/grantMenu', { ...row, menuIdList: own });
  await post('sysRole/setStatus', { ...row, status: 2 });
  await post('sysRole/delete', { id: row.id });
};

const orgs: View = async ({ get, post }) => {
  const tree = await get('sysOrg/list?Id=0');
  await get('sysOrg/list?Id=0&Name=&Code=&Type=');
  await get('sysDictData/dataList/org_type');
  const form = {
    id: 0,
    pid: tree[0]!.id,
    name: code(),
    code: code(),
    level: '2',
    type: '',
    orderNo: 100,
    status: 1,
  };
  const id = await idOf(post('sysOrg/add', form));
  const row = by(everyNode(await get('sysOrg/list?Id=0')), 'id', id);
  await post('sysOrg/update', { ...row, remark: 'x' });
  await post('sysOrg/delete', { id: row.id });
};

const positions: View = async ({ get, post }) => {
  await get('sysPos/list?Name=&Code=');
  const form = { id: 0, name: code(), code: code(), orderNo: 100, status: 1 };
  await post('sysPos/add', form);
  const row = by(await get('sysPos/list'), 'code', form.code);
  await post('sysPos/update', { ...row, remark: 'x' });
  await post('sysPos/delete', { id: row.id });
};

const notices: View = async ({ get, post, grid }) => {
  await grid('sysNotice/page', { title: '', type: undefined });
  const form = { id: 0, title: code(), content: '<p>Hello</p>', type: '1' };
  await post('sysNotice/add', form);
  const row = by(await grid('sysNotice/page', { title: form.title }), 'title', form.title);
  await post('sysNotice/update', { ...row, content: '<p>Hello again</p>' });
  const { version: _seen, ...now } = row;
  await post('sysNotice/public', now);
  const { items } = await get<{ items: Row[] }>('sysNotice/pageReceived?Title=&Type=&Page=1&PageSize=20');
  await post('sysNotice/setRead', { id: items[0]!.noticeId });
};

const others: View = async ({ get, post, grid }) => {
  await grid('sysOnlineUser/page', { userName: '', realName: '' });
  await grid('sysWechatUser/page', { nickName: '', mobile: '' });
  await grid('sysLdap/page', { searchKey: '', host: '' });
  await get('sysLdap/list');
  const form = {
    id: 0,
    host: 'ldap.example.com',
    port: '636',
    baseDn: `dc=${code()}`,
    bindDn: 'cn=service',
    version: '3',
    bindPass: 'service-password-1',
    authFilter: '(uid=%s)',
    bindAttrAccount: 'uid',
    status: '1',
    bindAttrEmployeeId: 'employeeNumber',
    bindAttrCode: 'ou',
  };
  await post('sysLdap/add', form);
  const row = by(await grid('sysLdap/page', {}), 'baseDn', form.baseDn);
  await get(`sysLdap/detail?Id=${row.id}`);
  await post('sysLdap/update', { ...row, port: '636' });
  await post('sysLdap/delete', { id: row.id });
};

export const SYSTEM_VIEWS: Readonly<Record<string, View>> = {
  start,
  schedule,
  sysUser: users,
  sysUserCenter: ownCentre,
  sysRole: roles,
  sysOrg: orgs,
  sysPos: positions,
  sysNotice: notices,
  others,
};

export { by, code, everyNode, type View };
