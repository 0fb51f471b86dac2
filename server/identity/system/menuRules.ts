import type { PoolClient } from 'pg';
import { audienceOf } from '../../../contract/permissions.ts';
import { can, type Caller, isSuper, type Locale } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { validationText } from '../../../contract/validationTexts.ts';
import { idList } from './idList.ts';
import { words } from './words.ts';

/** A menu entry as it will be stored; buttons have neither name nor path. */
export interface MenuValues {
  pid: string | null;
  appId: string | null;
  type: 1 | 2 | 3;
  title: string;
  name: string | null;
  permission: string | null;
  isLink: string | null;
  path: string | null;
  component: string | null;
  status?: number;
}

const DIRECTORY_OR_VIEW = 'type <> 3';
const BUTTON = 3;
/** As a browser's address has it: whatever the case, with or without a slash at the end. */
const SAME_PATH = "lower(rtrim(path, '/')) = lower(rtrim($1, '/'))";

async function exists(tx: PoolClient, where: string, values: unknown[]): Promise<boolean> {
  return Boolean((await tx.query(`select 1 from sys_menu where ${where} limit 1`, values)).rowCount);
}

async function checkParent(tx: PoolClient, values: MenuValues, id: string | undefined): Promise<void> {
  if (values.pid === null) return;
  const found = await tx.query<{ type: number; below: boolean }>(
    `with recursive up as (
       select id, pid from sys_menu where id = $1
       union select m.id, m.pid from sys_menu m join up on m.id = up.pid
     ) select (select type from sys_menu where id = $1) as type, exists (select 1 from up where id = $2) as below`,
    [values.pid, id ?? null],
  );
  const parent = found.rows[0];
  if (!parent || parent.type === null) throw new Refused('notFound');
  if (parent.type === BUTTON) throw new Refused('menuButtonParent');
  if (parent.below) throw new Refused('menuSelfParent');
}

/** Applications group what is at the first level. @throws Refused notFound of an application that there is not */
async function checkApp(tx: PoolClient, { appId }: MenuValues): Promise<void> {
  if (appId === null) return;
  const found = await tx.query('select 1 from sys_app where id = $1', [appId]);
  if (!found.rowCount) throw new Refused('notFound');
}

async function checkTwins(tx: PoolClient, values: MenuValues, id: string | undefined): Promise<void> {
  const other = id ?? '0';
  if (values.type === BUTTON) {
    if (await exists(tx, 'type = 3 and permission = $1 and id <> $2', [values.permission, other])) {
      throw new Refused('duplicate', { field: 'permission', value: values.permission });
    }
    return;
  }
  if (await exists(tx, `${DIRECTORY_OR_VIEW} and title = $1 and id <> $2`, [values.title, other])) {
    throw new Refused('duplicate', { field: 'title', value: values.title });
  }
  if (
    values.name &&
    (await exists(tx, `${DIRECTORY_OR_VIEW} and name = $1 and id <> $2`, [values.name, other]))
  ) {
    throw new Refused('duplicate', { field: 'routeName', value: values.name });
  }
  // Two entries with one address: the later could never be opened by it.
  if (
    values.path &&
    (await exists(tx, `${DIRECTORY_OR_VIEW} and ${SAME_PATH} and id <> $2`, [values.path, other]))
  )
    throw new Refused('duplicate', { field: 'routePath', value: values.path });
}

const OFF = 2;
const codeOf = (entry: MenuValues | undefined): string =>
  entry?.type === BUTTON ? (entry.permission ?? '') : '';
const isOn = (entry: MenuValues | undefined): boolean => entry !== undefined && entry.status !== OFF;

/** A permission that the product asks for itself, whoever made its button. */
const isShipped = (code: string): boolean => audienceOf(code) !== undefined;

function refuseBeyond(caller: Caller, codes: readonly string[]): void {
  if (codes.some((code) => code !== '' && !can(caller, code)))
    throw new Refused('forbidden', { says: 'menuBeyond' });
}

/**
 * A button is a right of whoever has it: nobody turns it into one that they do not hold, nor takes one away, by another
 * code or by switching it off. What the product ships only a super administrator takes from everybody.
 */
export function checkHeld(caller: Caller, before: MenuValues | undefined, after: MenuValues): void {
  const [was, becomes] = [codeOf(before), codeOf(after)];
  if (was === becomes && isOn(before) === isOn(after)) return;
  refuseBeyond(caller, [was, isOn(after) ? becomes : '']);
  const taken = was !== becomes || !isOn(after);
  if (taken && isShipped(was) && !isSuper(caller)) throw new Refused('forbidden', { says: 'menuShipped' });
}

const BELOW = `with recursive down as (
    select id from sys_menu where id = any($1::bigint[])
    union select m.id from sys_menu m join down on m.pid = down.id
  ) select id::text, permission from sys_menu where id in (select id from down) and type = 3 and permission is not null`;

/** Refuses hiding or moving away what opens rights that the caller does not hold: those of the entry and of all below it. */
export async function checkBelow(tx: PoolClient, caller: Caller, id: string): Promise<void> {
  const { rows } = await tx.query<{ permission: string }>(BELOW, [[id]]);
  refuseBeyond(
    caller,
    rows.map(({ permission }) => permission),
  );
}

/** The same for entries that go, where those that the product ships stay. @throws Refused builtIn */
export async function checkDeletable(tx: PoolClient, caller: Caller, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ permission: string }>(BELOW, [ids]);
  const codes = rows.map(({ permission }) => permission);
  refuseBeyond(caller, codes);
  if (codes.some(isShipped)) throw new Refused('builtIn', { says: 'menuShipped' });
}

/** Whether a change hides the entry or moves it away, also to another application. */
export const isTakenAway = (before: MenuValues, after: MenuValues): boolean =>
  before.pid !== after.pid || before.appId !== after.appId || (isOn(before) && !isOn(after));

/** The roles of an entry as they are kept: each once; none in particular is null. One that is gone may stay, as nobody's. */
export function tidyRoles(values: Record<string, unknown>): void {
  const ids = idList(values.roleIds);
  if (ids) values.roleIds = ids.length > 0 ? JSON.stringify(ids) : null;
}

const VIEW = 2;

/** An entry that opens a view says which and where; one that is a link has its address. @throws Refused validation */
function checkLeads(values: MenuValues, language: Locale): void {
  if (values.type !== VIEW || values.isLink) return;
  const missing = [
    ...(values.name ? [] : ['name']),
    ...(values.path || values.component ? [] : ['path', 'component']),
  ];
  if (missing.length === 0) return;
  throw new Refused('validation', {}, (locales) => {
    const { label } = words(locales, language, 'sysMenu');
    return Object.fromEntries(
      missing.map((name) => [name, [validationText(language, 'enter', { label: label(name) })]]),
    );
  });
}

/** The rules of wire.md; the caller holds the table's lock, so that two writers cannot make a cycle or twins. */
export async function checkMenu(
  tx: PoolClient,
  values: MenuValues,
  language: Locale,
  id?: string,
): Promise<void> {
  if (values.type === BUTTON && !values.permission?.includes(':')) throw new Refused('menuPermission');
  await checkParent(tx, values, id);
  await checkApp(tx, values);
  await checkTwins(tx, values, id);
  checkLeads(values, language);
}
