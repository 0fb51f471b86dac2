import type { Row } from '../../../contract/calls.ts';
import { type Nested, keptOf, linesOf, nestRows } from '../../resource/tree/lines.ts';

/** The organisations as the server nests them, in one list. */
export function flatOrgs(raw: unknown): Row[] {
  const list = Array.isArray(raw) ? (raw as (Row & { children?: unknown })[]) : [];
  return list.flatMap(({ children, ...row }) => [row, ...flatOrgs(children)]);
}

export const orgTree = (raw: unknown): Nested => nestRows(flatOrgs(raw), 'pid');

/** An organisation and all below it. */
export function branchOf(tree: Nested, id: string): string[] {
  return [id, ...(tree.below.get(id) ?? []).flatMap((row) => branchOf(tree, row.id))];
}

/** The organisation whose branch a list is narrowed to; undefined where it is narrowed to anything else. */
export function chosenOrg(tree: Nested, filter: unknown): string | undefined {
  if (!Array.isArray(filter) || filter.length === 0) return undefined;
  const ids = new Set(filter.map(String));
  return [...ids].find((id) => {
    if (!tree.byId.has(id)) return false;
    const branch = branchOf(tree, id);
    return branch.length === ids.size && branch.every((each) => ids.has(each));
  });
}

/** Lines of the tree: what matches the word with what is above it, all of it open then. */
export function orgLines(tree: Nested, closed: ReadonlySet<string>, word: string) {
  if (word === '') return linesOf(tree, (id) => !closed.has(id));
  const matching = [...tree.byId.values()].filter(({ name }) => String(name).toLowerCase().includes(word));
  return linesOf(
    tree,
    () => true,
    keptOf(
      tree,
      'pid',
      matching.map(({ id }) => id),
    ),
  );
}
