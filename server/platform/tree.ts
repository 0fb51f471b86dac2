/** On the wire a root's parent is 0. */
export const ROOT = '0';

export interface TreeNode {
  id: string;
  pid: string;
  children: TreeNode[];
}

/** Nests nodes under their parents; one whose parent is not among them becomes a root. */
export function nest<T extends TreeNode>(nodes: readonly T[]): T[] {
  const byId = new Map(nodes.map((each) => [each.id, each]));
  const roots: T[] = [];
  for (const each of nodes) (byId.get(each.pid)?.children ?? roots).push(each);
  return roots;
}
