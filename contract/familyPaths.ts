interface Place {
  path: string;
  component: string;
}

const system = (area: 'system' | 'platform' | 'develop', name: string): Place => ({
  path: `/${area}/${name}`,
  component: `/system/${name}/index`,
});

const log = (name: string): Place => ({ path: `/log/${name}`, component: `/system/log/${name}/index` });

/** Where clients of the contract's family have a view of ours, and which of their components opens it (wire.md). */
const PLACES: Readonly<Record<string, Place>> = {
  dashboard: { path: '/dashboard/home', component: '/home/index' },
  about: { path: '/about', component: '/about/index' },
  sysLogVis: log('vislog'),
  sysLogOp: log('oplog'),
  sysLogEx: log('exlog'),
  sysLogDiff: log('difflog'),
  sysUser: system('system', 'user'),
  sysRole: system('system', 'role'),
  sysOrg: system('system', 'org'),
  sysPos: system('system', 'pos'),
  sysNotice: system('system', 'notice'),
  sysWechatUser: system('system', 'weChatUser'),
  sysLdap: system('system', 'ldap'),
  sysOpenAccess: system('platform', 'openAccess'),
  sysTenant: system('platform', 'tenant'),
  sysApp: system('platform', 'app'),
  sysMenu: system('platform', 'menu'),
  sysConfig: system('platform', 'config'),
  sysInfoSetting: system('platform', 'infoSetting'),
  sysDictType: system('platform', 'dict'),
  sysCodeGen: system('develop', 'codeGen'),
  formDesign: system('develop', 'formDes'),
  sysPlugin: system('platform', 'plugin'),
  sysWechatPay: { path: '/platform/wechatpay', component: '/system/weChatPay/index' },
  sysDatabase: system('develop', 'database'),
  sysJob: system('platform', 'job'),
  sysJobDashboard: { path: '/platform/job/dashboard', component: '/system/job/dashboard/index' },
  sysServer: system('platform', 'server'),
  sysCache: system('platform', 'cache'),
  sysTest: system('platform', 'test'),
  sysFile: system('platform', 'file'),
  sysRegion: system('platform', 'region'),
  sysPrint: system('platform', 'print'),
};

/** The place of a view in the menu of an area. */
export const placeOf = (area: string, view: string): Place =>
  PLACES[view] ?? { path: `/${area}/${view}`, component: `/${area}/${view}/index` };

/** Places of the family that are a second way to a view of ours. */
const SECOND_WAYS: Readonly<Record<string, string>> = { sysJobDashboard: 'sysJob' };

function namedBy(wanted: (place: Place) => boolean): string | undefined {
  const name = Object.entries(PLACES).find(([, place]) => wanted(place))?.[0];
  return name === undefined ? undefined : (SECOND_WAYS[name] ?? name);
}

/** The view that a component opens: `/order/collectOrder/index` that of its folder; empty without one. */
export function viewOf(component: string): string {
  const file = component.replace(/(?:\/index)?(?:\.\w+)?$/, '');
  return namedBy((place) => place.component === `${file}/index`) ?? file.split('/').at(-1) ?? '';
}

/** Addresses that lead to a part of a view: which view, and what it is opened with. */
const PARTS: Readonly<Record<string, { view: string; args: Record<string, string> }>> = {
  '/develop/database/visual': { view: 'sysDatabase', args: { side: 'diagram' } },
};

/** What an address opens its view with, besides what the menu says. */
export const argsAt = (path: string): Record<string, string> => PARTS[path]?.args ?? {};

/** The view that an address names, whether or not the person may open it: by the family's path, else by its last part. */
export function viewAt(path: string): string | undefined {
  const [, area, name, ...rest] = path.split('/');
  const known = PARTS[path]?.view ?? namedBy((place) => place.path === path);
  return known ?? (area && name && rest.length === 0 ? name : undefined);
}
