import type { Group, GroupSums } from '../../../contract/listGroups.ts';
import { Amount, amountText } from '../../../contract/money.ts';

/** A line of the tree: a group, or one part of it by the second field. */
export interface GroupLine extends Group {
  id: string;
  level: 0 | 1;
  /** It has parts, which are shown or not. */
  expanded?: boolean;
}

const idOf = (values: Group['values']): string => JSON.stringify(values);

function together(sums: readonly GroupSums[]): GroupSums[] {
  const all = new Map<string | null, GroupSums>();
  for (const { currency, count, sums: more } of sums) {
    const known = all.get(currency);
    const added = Object.entries(more).map(([field, sum]) => [
      field,
      amountText(new Amount(sum).plus(known?.sums[field] ?? '0')),
    ]);
    all.set(currency, { currency, count: count + (known?.count ?? 0), sums: Object.fromEntries(added) });
  }
  return [...all.values()];
}

/** Groups of the first field, each with its parts while it is expanded. Sums stay apart by currency. */
export function linesOf(
  groups: readonly Group[],
  fields: number,
  expanded: ReadonlySet<string>,
): GroupLine[] {
  if (fields < 2) return groups.map((group) => ({ ...group, id: idOf(group.values), level: 0 }));
  const parts = new Map<string, Group[]>();
  for (const group of groups) {
    const id = idOf(group.values.slice(0, 1));
    parts.set(id, [...(parts.get(id) ?? []), group]);
  }
  const whole = [...parts].map(([id, list]) => ({
    id,
    level: 0 as const,
    values: list[0]!.values.slice(0, 1),
    labels: list[0]!.labels.slice(0, 1),
    count: list.reduce((sum, { count }) => sum + count, 0),
    byCurrency: together(list.flatMap(({ byCurrency }) => byCurrency)),
    expanded: expanded.has(id),
  }));
  return whole
    .sort((a, b) => b.count - a.count)
    .flatMap((line): GroupLine[] => [
      line,
      ...(line.expanded
        ? parts.get(line.id)!.map((group): GroupLine => ({ ...group, id: idOf(group.values), level: 1 }))
        : []),
    ]);
}

/** The filters that ask for exactly the rows of a group. */
export const filtersOf = (
  by: readonly string[],
  { values }: Pick<Group, 'values'>,
): Record<string, unknown> =>
  Object.fromEntries(values.map((value, at) => [by[at]!, typeof value === 'boolean' ? value : [value]]));
