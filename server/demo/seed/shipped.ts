import { DICTS } from '../../../contract/dicts.ts';
import { MENU_TREE, type MenuNode } from '../../identity/system/menuTree.ts';
import type { Queryable } from './load.ts';

/** What this version ships, by the codes under which it is remembered. */

export type ShippedKind = 'menu' | 'button' | 'dict' | 'dictItem';
type Shipped = readonly [ShippedKind, string];

const ofMenu = (nodes: readonly MenuNode[]): Shipped[] =>
  nodes.flatMap((node) => [
    ['menu', node.name] as const,
    ...node.buttons.map((code) => ['button', code] as const),
    ...ofMenu(node.children),
  ]);

const ofDicts = (): Shipped[] =>
  Object.entries(DICTS).flatMap(([code, items]) => [
    ['dict', code] as const,
    ...items.map(({ value }) => ['dictItem', `${code}/${value}`] as const),
  ]);

/**
 * Remembers what ships now.
 * @returns what had never been shipped before, kind and code
 */
export async function noteShipped(db: Queryable): Promise<ReadonlySet<string>> {
  const all = [...ofMenu(MENU_TREE), ...ofDicts()];
  const { rows } = await db.query(
    `insert into shipped_entry (kind, code) select * from unnest($1::text[], $2::text[]) on conflict do nothing
     returning kind, code`,
    [all.map(([kind]) => kind), all.map(([, code]) => code)],
  );
  return new Set(rows.map(({ kind, code }) => `${String(kind)} ${String(code)}`));
}
