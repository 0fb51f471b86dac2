import { passPageAt } from '../../../contract/passPages.ts';
import { audienceOf, isFor } from '../../../contract/permissions.ts';
import { isForSuperOnly } from '../../../contract/superOnly.ts';
import { isForTenants, isMenuForTenants } from '../../../contract/tenants.ts';
import { localText } from '../../../contract/localised.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { type Locales, textOf } from '../../platform/http/locales.ts';
import { type Caller, isSuper, type Locale } from '../../platform/http/caller.ts';
import { timeText } from '../../platform/http/zone.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { nest, ROOT } from '../../platform/tree.ts';
import { mayReadPage } from '../session/docsPass.ts';

export interface MenuRow {
  id: string;
  pid: string | null;
  /** Of an entry of the first level the application that has it; null: each of them. */
  appId: string | null;
  type: 1 | 2 | 3;
  name: string | null;
  path: string | null;
  component: string | null;
  permission: string | null;
  redirect: string | null;
  title: string;
  icon: string | null;
  isIframe: boolean;
  isLink: string | null;
  isHide: boolean;
  isKeepAlive: boolean;
  isAffix: boolean;
  orderNo: number;
  status: number;
  remark: string | null;
  /** Only whoever holds one of these sees it and what is below it; null: whoever has it granted. */
  roleIds: string[] | null;
  version: number;
  createdAt: Date;
  updatedAt: Date | null;
  createdBy: string | null;
  createdByName: string | null;
  updatedBy: string | null;
  updatedByName: string | null;
}

interface GrantedRow extends MenuRow {
  /** Of the caller's roles those that open it: of an entry for certain roles those among them. */
  roles: string[];
}

/** Of the menu under the alias m. */
export const MENU_COLUMNS = `id::text, pid::text, app_id::text as "appId", type, name, path, component, permission, redirect, title, icon,
  is_iframe as "isIframe", is_link as "isLink", is_hide as "isHide", is_keep_alive as "isKeepAlive",
  is_affix as "isAffix", order_no as "orderNo", status, remark, role_ids as "roleIds", version, created_at as "createdAt", updated_at as "updatedAt",
  created_by::text as "createdBy", updated_by::text as "updatedBy",
  (select account from sys_user where id = m.created_by) as "createdByName",
  (select account from sys_user where id = m.updated_by) as "updatedByName"`;

/** The menu's rows, and the texts that its keys mean. */
type Texts = Pick<AppDeps, 'pool' | 'locales'>;

export interface Entry {
  id: string;
  pid: string;
  type: number;
  name: string | null;
  children: Entry[];
  /** Of an entry of the first level that an application has. */
  app?: MenuApp;
  [key: string]: unknown;
}

/** A title as people read it: a map of languages, a key of the menu's texts, or plain text. */
export function menuTitle(locales: Locales, locale: Locale, title: string): string {
  return textOf(locales, locale, 'menu', title) ?? localText(title, locale);
}

const entryIn =
  ({ locales }: Texts, { locale }: Caller) =>
  (row: MenuRow | GrantedRow): Entry => ({
    children: [],
    id: row.id,
    pid: row.pid ?? ROOT,
    type: row.type,
    name: row.name,
    path: row.path,
    component: row.component,
    permission: row.permission,
    redirect: row.redirect,
    orderNo: row.orderNo,
    status: row.status,
    meta: {
      title: menuTitle(locales, locale, row.title),
      titleKey: row.title,
      icon: row.icon,
      isIframe: row.isIframe,
      isLink: row.isLink ?? '',
      isHide: row.isHide,
      isKeepAlive: row.isKeepAlive,
      isAffix: row.isAffix,
      // None: it is for whoever gets this menu, as for a super administrator.
      roles: 'roles' in row ? row.roles : [],
    },
  });

/** A directory with nothing below it says nothing. */
function prune(entries: readonly Entry[]): Entry[] {
  return entries
    .map((each) => ({ ...each, children: prune(each.children) }))
    .filter((each) => each.type !== 1 || each.children.length > 0);
}

/**
 * What is for other roles than those of $1 or of an application that is switched off, with all that is below it; of no list
 * (a super administrator) nothing.
 */
const HIDDEN = `with recursive hidden as (
    select id from sys_menu where not role_ids ?| $1::bigint[]::text[]
      or ($1::bigint[] is not null and app_id in (select id from sys_app where status = ${SWITCH.disabled}))
    union select b.id from sys_menu b join hidden h on b.pid = h.id)`;

/** A role that has the right to a view opens it, whether the entry of the view itself was granted or not. */
const OPENS = `sys_role_menu rm join sys_menu b on b.id = rm.menu_id where rm.role_id = any($1) and (b.id = m.id
    or (b.pid = m.id and b.type = 3 and b.status = ${SWITCH.enabled} and b.permission = m.name || ':page'))`;

const GRANTED = `${HIDDEN} select ${MENU_COLUMNS}, case when m.role_ids is null
    then array(select distinct rm.role_id::text from ${OPENS} order by 1)
    else array(select each from unnest($1::bigint[]::text[]) each where m.role_ids ? each order by each)
  end as roles from sys_menu m where m.type <> 3 and m.status = ${SWITCH.enabled} and m.id not in (select id from hidden) and (
    $1::bigint[] is null or exists (select 1 from ${OPENS})
  ) order by m.order_no, m.id`;

const DIRECTORIES = `${HIDDEN} select ${MENU_COLUMNS} from sys_menu m
  where type = 1 and status = ${SWITCH.enabled} and m.id not in (select id from hidden)`;

/** The granted views with the directories above them, whether those were granted or not. */
function withParents(granted: readonly MenuRow[], directories: readonly MenuRow[]): MenuRow[] {
  const all = new Map(granted.map((row) => [row.id, row]));
  const above = new Map(directories.map((row) => [row.id, row]));
  for (const row of granted) {
    for (
      let up = row.pid ? above.get(row.pid) : undefined;
      up && !all.has(up.id);
      up = up.pid ? above.get(up.pid) : undefined
    ) {
      all.set(up.id, up);
    }
  }
  return [...all.values()].sort((a, b) => a.orderNo - b.orderNo || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** Is a view for this kind of people; another would only say so. */
export function isMeant(
  name: string | null,
  { kind, isTenants, accountType }: Pick<Caller, 'kind' | 'isTenants' | 'accountType'>,
): boolean {
  const code = `${name}:page`;
  if (isForSuperOnly(code) && !isSuper({ kind, accountType })) return false;
  return !audienceOf(code) || (isFor(code, kind) && (!isTenants || isForTenants(code)));
}

/** Is the address behind an entry the caller's to read; of other addresses than the pass pages nothing is said here. */
function mayFollow(isLink: string | null, caller: Caller): boolean {
  const page = passPageAt(isLink ?? '');
  return page === undefined || mayReadPage(caller, page);
}

/** The menu of the caller: directories and views, never buttons; everything for the super admin. */
export async function loginMenuTree(deps: Texts, caller: Caller): Promise<Entry[]> {
  const { pool } = deps;
  const { rows } = await pool.query<GrantedRow>(GRANTED, [isSuper(caller) ? null : caller.roleIds]);
  const granted = rows.filter(({ name, isLink }) => isMeant(name, caller) && mayFollow(isLink, caller));
  const directories = isSuper(caller) ? [] : (await pool.query<MenuRow>(DIRECTORIES, [caller.roleIds])).rows;
  const rowsSeen = withParents(granted, directories);
  const apps = await appsById(deps, caller);
  const appOf = new Map(rowsSeen.map(({ id, appId }) => [id, appId === null ? undefined : apps.get(appId)]));
  return prune(nest(rowsSeen.map(entryIn(deps, caller)))).map((entry) => {
    const app = appOf.get(entry.id);
    return app ? { ...entry, app } : entry;
  });
}

export interface MenuApp {
  id: string;
  /** In the caller's language; `titleKey` as it is stored. */
  title: string;
  titleKey: string;
  icon: string | null;
  isDefault: boolean;
  orderNo: number;
}

const APPS = `select id::text, title as "titleKey", icon, is_default as "isDefault", order_no as "orderNo"
  from sys_app order by order_no, id`;

async function appsById({ pool }: Texts, { locale }: Caller): Promise<ReadonlyMap<string, MenuApp>> {
  const { rows } = await pool.query<Omit<MenuApp, 'title'>>(APPS);
  return new Map(rows.map((row) => [row.id, { ...row, title: localText(row.titleKey, locale) }]));
}

/** The applications that have something of a menu, in their order. */
export function appsOf(tree: readonly Entry[]): MenuApp[] {
  const all = new Map(tree.flatMap(({ app }) => (app ? [[app.id, app] as const] : [])));
  return [...all.values()].sort((a, b) => a.orderNo - b.orderNo || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** Of a tenant's administrators the menu is what was granted to it. */
const ALL = `select ${MENU_COLUMNS} from sys_menu m
  where $1::bigint is null or exists (select from sys_tenant_menu g where g.menu_id = m.id and g.tenant_id = $1)
  order by order_no, id`;

export interface MenuFilter {
  title?: string;
  type?: number;
  /** Only what this application has, and what each of them has. */
  appId?: string;
}

/** Entries of an application: those of the first level that are of it or of none, with all that is below them. */
function ofApp<T extends Pick<MenuRow, 'id' | 'appId'> & { pid: string }>(
  rows: readonly T[],
  appId: string,
): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const first = (row: T): T => {
    const above = byId.get(row.pid);
    return above ? first(above) : row;
  };
  return rows.filter((row) => [null, appId].includes(first(row).appId));
}

/** The whole menu for its administrators: a tree, or the flat matches of a filter. */
export async function menuList(deps: Texts, filter: MenuFilter, caller: Caller): Promise<unknown> {
  const { pool, locales } = deps;
  const { rows } = await pool.query<MenuRow>(ALL, [caller.isTenants ? caller.tenantId : null]);
  const granted = caller.isTenants ? rows.filter(isMenuForTenants) : rows;
  const entries = granted.map((row): Entry & { title: string; appId: string | null } => {
    const { createdAt, updatedAt, createdBy, createdByName, updatedBy, updatedByName, ...rest } = row;
    return {
      ...rest,
      title: menuTitle(locales, caller.locale, row.title),
      titleKey: row.title,
      pid: row.pid ?? ROOT,
      // The family's name of the address that an entry embeds or opens.
      outLink: row.isLink ?? '',
      isDelete: false,
      createTime: timeText(createdAt, caller.timeZone),
      updateTime: updatedAt && timeText(updatedAt, caller.timeZone),
      createUserId: createdBy,
      createUserName: createdByName,
      updateUserId: updatedBy,
      updateUserName: updatedByName,
      children: [],
    };
  });
  const all = filter.appId === undefined ? entries : ofApp(entries, filter.appId);
  if (filter.title === undefined && filter.type === undefined) return nest(all);
  const wanted = filter.title?.toLowerCase() ?? '';
  return all.filter(
    (each) =>
      each.title.toLowerCase().includes(wanted) && (filter.type === undefined || each.type === filter.type),
  );
}
