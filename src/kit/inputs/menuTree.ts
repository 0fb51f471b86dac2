import type { Kind } from '../../../contract/audience.ts';
import { isFor } from '../../../contract/permissions.ts';
import { isMenuForTenants } from '../../../contract/tenants.ts';

const DIRECTORY = 1;
export const BUTTON = 3;

/** A menu entry as the picker of grants sees it. */
export interface MenuNode {
  id: string;
  title: string;
  /** 1 directory, 2 view, 3 button. */
  type: number;
  /** Of a view what it shows. */
  name: string | null;
  /** What a button lets its holder do. */
  permission: string;
  children: readonly MenuNode[];
}

export type Picked = 'all' | 'some' | 'none';

/** Reads `sysMenu/list`; what is no entry is dropped. */
export function parseMenuNodes(raw: unknown): MenuNode[] {
  return (Array.isArray(raw) ? raw : []).flatMap((each: unknown) => {
    if (each === null || typeof each !== 'object' || !('id' in each)) return [];
    const { id, title, titleKey, type, name, permission, children } = each as Record<string, unknown>;
    return [
      {
        id: String(id),
        title: String(titleKey ?? title ?? ''),
        type: Number(type),
        name: typeof name === 'string' ? name : null,
        permission: String(permission ?? ''),
        children: parseMenuNodes(children),
      },
    ];
  });
}

/** What the roles of a tenant may have at all: a directory with nothing left in it is not offered either. */
export const tenantMenus = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .filter(isMenuForTenants)
    .map((node) => ({ ...node, children: tenantMenus(node.children) }))
    .filter(({ type, children }) => type !== DIRECTORY || children.length > 0);

const below = (node: MenuNode): string[] => [node.id, ...node.children.flatMap(below)];

/**
 * An entry with parts is as picked as they are, those left out that the holders may not have and do not; granted without
 * any of them it is half picked.
 */
export function pickedState(
  node: MenuNode,
  picked: ReadonlySet<string>,
  holders: readonly Kind[] = [],
): Picked {
  if (node.children.length === 0) return picked.has(node.id) ? 'all' : 'none';
  const parts = node.children.map((part) => ({ part, state: pickedState(part, picked, holders) }));
  const states = new Set(
    parts.filter(({ part, state }) => state !== 'none' || !isUnfit(part, holders)).map(({ state }) => state),
  );
  if (states.size === 1 && states.has('all')) return 'all';
  return states.has('all') || states.has('some') || picked.has(node.id) ? 'some' : 'none';
}

/** True where the entry is a button, or a view of such buttons alone, that is not for all of these people. */
export function isUnfit(node: MenuNode, holders: readonly Kind[]): boolean {
  if (node.type === BUTTON) return holders.some((kind) => !isFor(node.permission, kind));
  return node.children.length > 0 && node.children.every((child) => isUnfit(child, holders));
}

/** Everything that may be granted to these people. */
export function grantable(tree: readonly MenuNode[], holders: readonly Kind[]): string[] {
  const fitting = tree.filter((node) => !isUnfit(node, holders));
  return fitting.flatMap((node) => [node.id, ...grantable(node.children, holders)]);
}

/** With an entry go all its parts that are for the holders; its parents stay granted exactly while something below them is. */
export function togglePicked(
  tree: readonly MenuNode[],
  picked: ReadonlySet<string>,
  node: MenuNode,
  on: boolean,
  holders: readonly Kind[] = [],
): string[] {
  const next = new Set(picked);
  if (on) for (const id of grantable([node], holders)) next.add(id);
  else for (const id of below(node)) next.delete(id);
  const lift = (entry: MenuNode): boolean => {
    const holds = entry.children.map(lift).includes(true);
    const above = entry.id !== node.id && below(entry).includes(node.id);
    if (above && holds) next.add(entry.id);
    if (above && !holds) next.delete(entry.id);
    return next.has(entry.id) || holds;
  };
  for (const root of tree) lift(root);
  return [...next].sort();
}
