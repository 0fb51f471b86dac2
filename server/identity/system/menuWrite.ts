import { isCodeName } from '../../../contract/codeName.ts';
import type { PoolClient } from 'pg';
import { isOwnPath } from '../../../contract/pageLink.ts';
import { idText, isId } from '../../../contract/id.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { textBack } from '../../../contract/localised.ts';
import { writeSchema } from '../../../contract/validate.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Rollback, transact } from '../../platform/db/transaction.ts';
import { type Idempotent, keyIfSent, oncePerKey, untilAnswered } from '../../engine/idempotency.ts';
import { familyValues } from '../../engine/family/write.ts';
import { listReferences, refuseOutOfReach } from '../../engine/references.ts';
import { engineOf } from '../../engine/shared.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { forgetPolicy, linkOrigin } from '../../platform/http/policy.ts';
import { Refused } from '../../platform/http/refused.ts';
import { check } from '../../platform/http/validation.ts';
import { sessionState } from '../session/sessionState.ts';
import { MENU_COLUMNS, type MenuRow, menuTitle } from './menuRead.ts';
import { checkIcon } from './checkIcon.ts';
import { changedMenu, deleteEntries } from './menuLog.ts';
import { checkBelow, checkHeld, checkMenu, isTakenAway, type MenuValues, tidyRoles } from './menuRules.ts';
import { countMisfits, lockRolesWith, misfitsOf, refuseMisfits } from './roleFit.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { words } from './words.ts';

type Body = Record<string, unknown>;

const COLUMNS: Readonly<Record<string, string>> = {
  pid: 'pid',
  appId: 'app_id',
  type: 'type',
  name: 'name',
  path: 'path',
  component: 'component',
  permission: 'permission',
  redirect: 'redirect',
  title: 'title',
  icon: 'icon',
  isIframe: 'is_iframe',
  isLink: 'is_link',
  isHide: 'is_hide',
  isKeepAlive: 'is_keep_alive',
  isAffix: 'is_affix',
  orderNo: 'order_no',
  status: 'status',
  remark: 'remark',
  roleIds: 'role_ids',
};
const EMPTY: Body = { pid: null, appId: null, name: null, permission: null, isLink: null };
const DEFAULTS: Body = { orderNo: 100, isIframe: false, isHide: false, isKeepAlive: true, isAffix: false };

const without = (body: Body, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

const menu = resourceOf('sysMenu');
/** The family's name of the address that an entry embeds or opens. */
const ALIASES = { outLink: 'isLink' };

function parse(deps: AppDeps, caller: Caller, mode: 'add' | 'update', body: Body): Body {
  const schema = writeSchema(menu, mode, words(deps.locales, caller.locale, 'sysMenu'));
  const parsed = check(schema, body, caller.locale);
  if ('fields' in parsed) throw new Refused('validation', {}, parsed.fields);
  const values = parsed.data as Body;
  const link = values.isLink;
  if (typeof link === 'string' && link !== '' && !linkOrigin(link) && !isOwnPath(link)) {
    throw refuseField(deps, caller, 'isLink', 'badLink');
  }
  if (typeof values.title === 'string' && !isCodeName(values.title))
    throw refuseField(deps, caller, 'title', 'plainName');
  checkIcon({ deps, caller, values });
  return values;
}

/** @throws Refused validation where an entry names what the caller does not read */
async function checkReferences(
  deps: AppDeps,
  tx: PoolClient,
  caller: Caller,
  values: Body,
  before?: MenuRow,
): Promise<void> {
  const engine = await engineOf(deps);
  const naming = { caller, visible: await engine.scopes.writable(caller) };
  const { label } = words(deps.locales, caller.locale, 'sysMenu');
  const references = listReferences(menu.fields, values, { ...before });
  await refuseOutOfReach(tx, engine, naming, references, label);
}

const keyOf = (deps: AppDeps, caller: Caller, header: unknown, verb: string, asked: unknown) =>
  keyIfSent(caller.userId, header, { command: `sysMenu/${verb}`, asked }, deps.env.secretsKey ?? '');

/** A repeat under the same key answers as the first did. */
async function inLockedTable<T>(
  deps: AppDeps,
  known: Idempotent | undefined,
  work: (tx: PoolClient) => Promise<T>,
): Promise<T> {
  const inTable = async (tx: PoolClient): Promise<T> => {
    await tx.query('lock table sys_menu in share row exclusive mode');
    return work(tx);
  };
  const answer = await untilAnswered(() =>
    transact(deps.pool, (tx) => oncePerKey(tx, known, () => inTable(tx))),
  );
  sessionState(deps.pool).forgetPeople();
  forgetPolicy(deps.pool);
  return answer as T;
}

/** Empty text is stored as none; what the body left out stays out. */
const plain = (values: Body): Body =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value === '' ? null : value]],
    ),
  );

const given = (values: Body): Body =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/**
 * An application has entries of the first level: one that goes below another leaves its own.
 * @throws Refused validation where somebody chose one for an entry below another
 */
function placeInApp(deps: AppDeps, caller: Caller, values: Body, before?: MenuRow): void {
  const pid = values.pid === undefined ? (before?.pid ?? null) : values.pid;
  if (pid === null) return;
  if (values.appId && values.appId !== (before?.appId ?? null))
    throw refuseField(deps, caller, 'appId', 'menuAppBelow');
  if (before?.appId || values.appId) values.appId = null;
}

/** Adds an entry; roles get it by their grants. Answers the new id. */
export async function addMenu(
  deps: AppDeps,
  caller: Caller,
  body: Body,
  header: unknown,
): Promise<{ id: string }> {
  const fields = familyValues(menu, 'add', body, caller.timeZone, ALIASES);
  const values: Body = { ...DEFAULTS, ...given(plain(parse(deps, caller, 'add', fields))) };
  return inLockedTable(deps, keyOf(deps, caller, header, 'add', values), async (tx) => {
    await checkReferences(deps, tx, caller, values);
    tidyRoles(values);
    placeInApp(deps, caller, values);
    const entry = { ...EMPTY, ...values } as unknown as MenuValues;
    await checkMenu(tx, entry, caller.locale);
    checkHeld(caller, undefined, entry);
    const id = newId();
    const names = Object.keys(COLUMNS).filter((name) => name in values);
    const places = names.map((_name, index) => `$${index + 3}`);
    await tx.query(
      `insert into sys_menu (id, created_by, ${names.map((name) => COLUMNS[name]).join(', ')})
       values ($1, $2, ${places.join(', ')})`,
      [id, caller.userId, ...names.map((name) => values[name])],
    );
    await changedMenu(deps, tx, caller, id);
    await emit(tx, 'sysMenu', id, 'add');
    return { id };
  });
}

export async function updateMenu(
  deps: AppDeps,
  caller: Caller,
  body: Body,
  header: unknown,
): Promise<{ id: string; version: number }> {
  const fields = familyValues(menu, 'update', body, caller.timeZone, ALIASES);
  const id = idText(fields.id);
  if (!isId(id)) throw new Refused('notFound');
  return inLockedTable(deps, keyOf(deps, caller, header, 'update', fields), async (tx) => {
    await lockRolesWith(tx, id);
    const found = await tx.query<MenuRow>(`select ${MENU_COLUMNS} from sys_menu m where id = $1 for update`, [
      id,
    ]);
    const before = found.rows[0];
    if (!before) throw new Refused('notFound');
    const parsed = plain(parse(deps, caller, 'update', { version: before.version, ...fields, id }));
    const values = without(parsed, 'id', 'version');
    keepTitle(deps, caller, before.title, values);
    await checkReferences(deps, tx, caller, values, before);
    tidyRoles(values);
    if (parsed.version !== before.version) throw new Refused('staleVersion', { version: before.version });
    placeInApp(deps, caller, values, before);
    const entry = { ...before, ...values } as unknown as MenuValues;
    await checkMenu(tx, entry, caller.locale, id);
    checkHeld(caller, before as unknown as MenuValues, entry);
    if (isTakenAway(before as unknown as MenuValues, entry)) await checkBelow(tx, caller, id);
    const known = await misfitsOf(tx, { menuId: id });
    const names = Object.keys(COLUMNS).filter((name) => name in values);
    const sets = names.map(
      (name, index) =>
        `${COLUMNS[name]} = ${name in DEFAULTS ? `coalesce($${index + 4}, ${COLUMNS[name]})` : `$${index + 4}`}`,
    );
    const changed = ['version = version + 1', 'updated_by = $2', 'updated_at = $3'];
    await tx.query(`update sys_menu set ${[...sets, ...changed].join(', ')} where id = $1`, [
      id,
      caller.userId,
      deps.clock.now(),
      ...names.map((name) => values[name]),
    ]);
    await refuseMisfits(deps, tx, caller, { menuId: id }, known);
    await countMisfits(tx, null);
    await changedMenu(deps, tx, caller, id, before);
    await emit(tx, 'sysMenu', id, 'update');
    return { id, version: before.version + 1 };
  });
}

/** A title that comes back as it was shown stays the key or the map that it is. */
function keepTitle({ locales }: AppDeps, caller: Caller, stored: string, values: Body): void {
  const { title } = values;
  if (typeof title !== 'string') return;
  const back = textBack({ stored, shown: menuTitle(locales, caller.locale, stored) }, caller.locale, title);
  if (back === undefined) delete values.title;
  else values.title = back;
}

interface Deleted {
  done: string[];
  /** So many roles had one of them, and have it no more. */
  roles: number;
}

/** What is below it and the grants of roles go with it; a dry run says of how many roles, and leaves all as it is. */
export async function deleteMenus(
  deps: AppDeps,
  caller: Caller,
  { ids, dryRun }: { ids: readonly string[]; dryRun: boolean },
  header: unknown,
): Promise<Deleted> {
  const work = async (tx: PoolClient): Promise<Deleted> => {
    const { gone, roles } = await deleteEntries(deps, tx, caller, ids);
    await countMisfits(tx, null);
    for (const id of gone) await emit(tx, 'sysMenu', id, 'delete');
    return { done: gone, roles };
  };
  if (dryRun) return transact(deps.pool, async (tx) => new Rollback(await work(tx)));
  return inLockedTable(deps, keyOf(deps, caller, header, 'delete', ids), work);
}
