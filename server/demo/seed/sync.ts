import type pg from 'pg';
import { DICTS } from '../../../contract/dicts.ts';
import { newId } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import { type MenuRow, menuRows } from './base.ts';
import { DICT_NAMES } from './dictNames.ts';
import { loadLocales } from '../../platform/http/locales.ts';
import { shippedLabel } from '../../identity/system/dictTexts.ts';
import { insertRows } from './copyIn.ts';
import { ROLES } from './roles.ts';
import { noteShipped } from './shipped.ts';

/** Of the advisory locks of this database, the one of what ships. */
const SYNC_LOCK = 73_007_311;

const TEXTS = loadLocales();

type News = ReadonlySet<string>;

async function addDicts(tx: pg.PoolClient, news: News): Promise<void> {
  const added = Object.keys(DICTS).filter((code) => news.has(`dict ${code}`)) as (keyof typeof DICTS)[];
  for (const code of added) {
    await tx.query(
      `insert into sys_dict_type (id, name, code, status, order_no, version, created_at)
       select $1, $2, $3, 1, $4, 1, now() on conflict (code) do nothing`,
      [newId(), DICT_NAMES[code], code, (Object.keys(DICTS).indexOf(code) + 1) * 10],
    );
  }
  for (const [code, items] of Object.entries(DICTS)) {
    for (const [place, item] of items.entries()) {
      if (!news.has(`dictItem ${code}/${item.value}`)) continue;
      await tx.query(
        `insert into sys_dict_data (id, dict_type_id, code, name, label, value, tag_type, status, order_no)
         select $1, id, $2, $2, $3, $4, $5, 1, $6 from sys_dict_type where code = $7
         on conflict (dict_type_id, value) do nothing`,
        [
          newId(),
          item.name,
          shippedLabel(TEXTS, code, item),
          String(item.value),
          item.tagType,
          (place + 1) * 10,
          code,
        ],
      );
    }
  }
}

/** Items that nobody has changed say what this version says. */
async function renewLabels(tx: pg.PoolClient): Promise<void> {
  const all = Object.entries(DICTS).flatMap(([code, items]) =>
    items.map((item) => [code, String(item.value), shippedLabel(TEXTS, code, item)] as const),
  );
  await tx.query(
    `update sys_dict_data d set label = new.label
       from unnest($1::text[], $2::text[], $3::text[]) as new (code, value, label) join sys_dict_type t on t.code = new.code
      where d.dict_type_id = t.id and d.value = new.value and d.updated_at is null and d.label <> new.label`,
    [0, 1, 2].map((at) => all.map((each) => each[at])),
  );
}

/** The rows of the database that represent shipped ones: entries by name, buttons by permission. */
async function presentEntries(tx: pg.PoolClient): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; key: string }>(
    `select id::text, case when type = 3 then 'button ' || permission else 'menu ' || name end as key from sys_menu`,
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

const keyOf = (row: MenuRow): string =>
  row.permission ? `button ${row.permission}` : `menu ${row.name ?? ''}`;

/** Adds entries that are new, each below the entry that represents its own parent; one without a parent is a root. */
async function addMenus(tx: pg.PoolClient, news: News): Promise<MenuRow[]> {
  const known = await presentEntries(tx);
  const shipped = menuRows();
  const keys = new Map(shipped.map((row) => [row.id, keyOf(row)]));
  const added: MenuRow[] = [];
  for (const row of shipped) {
    const key = keyOf(row);
    if (!news.has(key) || known.has(key)) continue;
    const above = row.pid === null ? null : (known.get(keys.get(row.pid) ?? '') ?? null);
    // A button below a view that somebody has removed has nothing to represent.
    if (row.permission && !above) continue;
    const made = { ...row, id: newId(), pid: above };
    known.set(key, made.id);
    added.push(made);
  }
  await insertRows(tx, 'sys_menu', added);
  return added;
}

const GRANT = `insert into sys_role_menu (role_id, menu_id)
  select r.id, $2 from sys_role r where r.code = $1
    and ($3::bigint is null or exists (select from sys_role_menu rm where rm.role_id = r.id and rm.menu_id = $3))
  on conflict do nothing`;

/** Shipped roles get what ships with them; a button only where the role still has the view it is in. */
async function grantNew(tx: pg.PoolClient, added: readonly MenuRow[]): Promise<void> {
  const fresh = new Set(added.map(({ id }) => id));
  const byId = new Map(added.map((row) => [row.id, row]));
  for (const role of ROLES) {
    for (const row of added) {
      const wanted = row.permission
        ? role.permissions.includes(row.permission)
        : role.entries.includes(row.name ?? '');
      if (!wanted) continue;
      let up: string | null = row.pid;
      const held = up !== null && !fresh.has(up) ? up : null;
      for (; up !== null && fresh.has(up); up = byId.get(up)?.pid ?? null)
        await tx.query(GRANT, [role.code, up, null]);
      // Above a new view stand directories: who gets the view finds it there.
      if (up !== null && row.permission && held === null) await tx.query(GRANT, [role.code, up, null]);
      await tx.query(GRANT, [role.code, row.id, row.permission ? held : null]);
    }
  }
}

/**
 * Adds to a database of an earlier version what this one ships in addition: dictionaries, menu entries and buttons that it
 * never had. What people have renamed, moved, switched off or removed stays as they left it.
 */
export async function syncShipped(owner: pg.Pool): Promise<void> {
  await transact(owner, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [SYNC_LOCK]);
    await renewLabels(tx);
    const news = await noteShipped(tx);
    if (news.size === 0) return;
    await addDicts(tx, news);
    await grantNew(tx, await addMenus(tx, news));
  });
}
