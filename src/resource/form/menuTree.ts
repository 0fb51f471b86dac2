/** A menu entry as the picker of grants sees it. */
export interface MenuNode {
  id: string;
  title: string;
  /** 1 directory, 2 view, 3 button. */
  type: number;
  children: readonly MenuNode[];
}

export type Picked = 'all' | 'some' | 'none';

/** Reads `sysMenu/list`; what is no entry is dropped. */
export function parseMenuNodes(raw: unknown): MenuNode[] {
  return (Array.isArray(raw) ? raw : []).flatMap((each: unknown) => {
    if (each === null || typeof each !== 'object' || !('id' in each)) return [];
    const { id, title, type, children } = each as Record<string, unknown>;
    return [
      { id: String(id), title: String(title ?? ''), type: Number(type), children: parseMenuNodes(children) },
    ];
  });
}

const below = (node: MenuNode): string[] => [node.id, ...node.children.flatMap(below)];

/** An entry with parts is as picked as they are; granted without any of them it is half picked. */
export function pickedState(node: MenuNode, picked: ReadonlySet<string>): Picked {
  if (node.children.length === 0) return picked.has(node.id) ? 'all' : 'none';
  const states = new Set(node.children.map((child) => pickedState(child, picked)));
  if (states.size === 1 && states.has('all')) return 'all';
  return states.has('all') || states.has('some') || picked.has(node.id) ? 'some' : 'none';
}

/** With an entry go all its parts; its parents stay granted exactly while something below them is. */
export function togglePicked(
  tree: readonly MenuNode[],
  picked: ReadonlySet<string>,
  node: MenuNode,
  on: boolean,
): string[] {
  const next = new Set(picked);
  for (const id of below(node)) {
    if (on) next.add(id);
    else next.delete(id);
  }
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
