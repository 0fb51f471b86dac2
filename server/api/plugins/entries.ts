import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Manifest } from './manifest.ts';

/** The directory that all plugins are in; it comes with the first of them and goes with the last. */
const DIRECTORY = { name: 'plugins', title: 'area.plugins', icon: 'platform', orderNo: 950 };

async function directory(tx: PoolClient): Promise<string> {
  const found = await tx.query<{ id: string }>('select id::text from sys_menu where name = $1 and type = 1', [
    DIRECTORY.name,
  ]);
  if (found.rows[0]) return found.rows[0].id;
  const id = newId();
  await tx.query(
    `insert into sys_menu (id, type, name, path, component, title, icon, order_no)
     values ($1, 1, $2, '/plugins', 'Layout', $3, $4, $5)`,
    [id, DIRECTORY.name, DIRECTORY.title, DIRECTORY.icon, DIRECTORY.orderNo],
  );
  await emit(tx, 'sysMenu', id, 'add');
  return id;
}

const UPSERT = `insert into sys_menu (id, pid, type, name, path, component, title, icon, is_link, is_iframe, order_no, status,
    plugin_id)
  values ($1, $2, 2, $3, $4, '/embed/index', $5, $6, $7, $8, $9, $10, $11)
  on conflict (name) where type <> 3 do update set title = excluded.title, icon = excluded.icon, path = excluded.path,
    is_link = excluded.is_link, is_iframe = excluded.is_iframe, status = excluded.status, version = sys_menu.version + 1
  returning id::text`;

/** Makes the menu have exactly the entries of this package; those that stay keep their place and their grants. */
export async function keepEntries(
  tx: PoolClient,
  pluginId: string,
  { code, entries }: Manifest,
  status: number,
): Promise<void> {
  await tx.query('lock table sys_menu in share row exclusive mode');
  const pid = await directory(tx);
  const names = entries.map(({ key }) => `plugin.${code}.${key}`);
  const gone = await tx.query<{ id: string }>(
    'delete from sys_menu where plugin_id = $1 and name <> all($2::text[]) returning id::text',
    [pluginId, names],
  );
  for (const { id } of gone.rows) await emit(tx, 'sysMenu', id, 'delete');
  for (const [index, { key, titles, icon, url, embedded }] of entries.entries()) {
    const path = `/plugins/${code}/${key}`;
    const shown = [JSON.stringify(titles), icon ?? 'globe', url, embedded];
    const { rows } = await tx.query<{ id: string }>(UPSERT, [
      newId(),
      pid,
      names[index],
      path,
      ...shown,
      index + 1,
      status,
      pluginId,
    ]);
    await emit(tx, 'sysMenu', rows[0]!.id, 'update');
  }
}

/** Out of every menu, with their grants kept. */
export async function hideEntries(tx: PoolClient, pluginId: string, status: number): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'update sys_menu set status = $2, version = version + 1 where plugin_id = $1 returning id::text',
    [pluginId, status],
  );
  for (const { id } of rows) await emit(tx, 'sysMenu', id, 'update');
}

/** Its entries, the grants of roles to them, and the directory where they were the last. */
export async function dropEntries(tx: PoolClient, pluginId: string): Promise<void> {
  await tx.query('lock table sys_menu in share row exclusive mode');
  const gone = await tx.query<{ id: string }>(
    'delete from sys_menu where plugin_id = $1 returning id::text',
    [pluginId],
  );
  const empty = await tx.query<{ id: string }>(
    `delete from sys_menu d where d.name = $1 and d.type = 1
       and not exists (select from sys_menu m where m.pid = d.id) returning id::text`,
    [DIRECTORY.name],
  );
  for (const { id } of [...gone.rows, ...empty.rows]) await emit(tx, 'sysMenu', id, 'delete');
}

export const isEnabled = (status: number): boolean => status === SWITCH.enabled;
