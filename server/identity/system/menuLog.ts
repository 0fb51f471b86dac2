import type { PoolClient } from 'pg';
import { logDifference } from '../../engine/differences.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { MENU_COLUMNS, type MenuRow } from './menuRead.ts';
import { checkDeletable } from './menuRules.ts';

/** Changes of the menu, as the difference log keeps them. */

const ENTRY = `select ${MENU_COLUMNS} from sys_menu m where m.id = $1`;

/** What the engine keeps of a row, and nobody sets. */
const KEPT: ReadonlySet<string> = new Set([
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'createdBy',
  'createdByName',
  'updatedBy',
  'updatedByName',
]);

/** What somebody sets of an entry. */
const set = (row: MenuRow | undefined): Record<string, unknown> | undefined =>
  row && Object.fromEntries(Object.entries(row).filter(([name]) => !KEPT.has(name)));

/** Records what became of an entry; without `before` it is a new one. */
export async function changedMenu(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: PoolClient,
  caller: Caller,
  id: string,
  before?: MenuRow,
): Promise<void> {
  const { rows } = await tx.query<MenuRow>(ENTRY, [id]);
  await logDifference(
    tx,
    { resource: 'sysMenu', id, before: set(before), after: set(rows[0]) },
    caller,
    clock.now(),
  );
}

const GOING = `with recursive down as (
    select id from sys_menu where id = any($1::bigint[])
    union select m.id from sys_menu m join down on m.pid = down.id
  ) select ${MENU_COLUMNS},
      array(select rm.role_id::text from sys_role_menu rm where rm.menu_id = m.id order by rm.role_id) as "grantedTo"
    from sys_menu m where m.id in (select id from down) order by m.id`;

/**
 * Deletes entries with all below them, and records each with the roles that had it.
 * @throws Refused notFound where there is none of them, and where they are not the caller's to take
 */
export async function deleteEntries(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: PoolClient,
  caller: Caller,
  ids: readonly string[],
): Promise<{ gone: string[]; roles: number }> {
  const { rows } = await tx.query<MenuRow & { grantedTo: string[] }>(GOING, [ids]);
  await checkDeletable(tx, caller, ids);
  const { rows: named } = await tx.query<{ id: string }>(
    'delete from sys_menu where id = any($1::bigint[]) returning id::text',
    [ids],
  );
  if (named.length === 0) throw new Refused('notFound');
  for (const row of rows)
    await logDifference(tx, { resource: 'sysMenu', id: row.id, before: set(row) }, caller, clock.now());
  return {
    gone: named.map(({ id }) => id),
    roles: new Set(rows.flatMap(({ grantedTo }) => grantedTo)).size,
  };
}
