import { dictItems, dictValue } from '../../contract/dicts.ts';

export interface Edge<S extends string> {
  /** null represents "does not exist yet". */
  from: readonly (S | null)[];
  to: S;
}

/** A state machine over the items of a status dictionary: pure, so that it is tested without a database. */
export interface Machine<S extends string, E extends string> {
  readonly edges: Readonly<Record<E, Edge<S>>>;
  readonly statuses: readonly S[];
  /** The number that the table and the wire carry. */
  value(name: S): number;
  /** @throws Error for a number that no item has */
  name(value: number): S;
  /** Where the event leads, or undefined where the edge is not listed. */
  next(event: E, from: S | null): S | undefined;
  /** Every edge in the numbers of the table, those by which a form creates a row too. */
  list(): { event: string; from: number | null; to: number }[];
}

/** `initial` lists the statuses that a form may create a row with, where no command of its own creates it. */
export function defineMachine<S extends string, E extends string>(
  dict: string,
  edges: Readonly<Record<E, Edge<S>>>,
  initial: readonly S[] = [],
): Machine<S, E> {
  const statuses = Object.freeze(dictItems(dict).map((item) => item.name as S));
  const value = (name: S) => dictValue(dict, name) as number;
  return Object.freeze({
    edges: Object.freeze(edges),
    statuses,
    value,
    name(number: number) {
      const found = statuses.find((candidate) => value(candidate) === number);
      if (!found) throw new Error(`${dict} has no status ${number}`);
      return found;
    },
    list: () => [
      ...initial.map((to) => ({ event: 'create', from: null, to: value(to) })),
      ...Object.entries<Edge<S>>(edges).flatMap(([event, { from, to }]) =>
        from.map((status) => ({ event, from: status === null ? null : value(status), to: value(to) })),
      ),
    ],
    next: (event: E, from: S | null) => (edges[event].from.includes(from) ? edges[event].to : undefined),
  });
}
