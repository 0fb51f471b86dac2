/** What a person picked to have at hand: entries of the menu and commands, in an order of their own. */

export interface Pick {
  kind: 'menu' | 'command';
  /** Name of the menu entry, id of the command. */
  id: string;
}

const MOST = 60;

export const keyOf = ({ kind, id }: Pick): string => `${kind}:${id}`;

/** Whatever was stored; undefined where nothing was, which is not the same as having picked nothing. */
export function readPicks(raw: unknown): readonly Pick[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const picks = raw.flatMap((each: unknown): Pick[] => {
    const { kind, id } = (each ?? {}) as Partial<Pick>;
    return (kind === 'menu' || kind === 'command') && typeof id === 'string' ? [{ kind, id }] : [];
  });
  return [...new Map(picks.map((pick) => [keyOf(pick), pick])).values()].slice(0, MOST);
}

/** The list with one of them at another place; the same list where it is there already. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const place = Math.min(Math.max(to, 0), list.length - 1);
  const picked = list[from];
  if (picked === undefined || place === from) return list;
  return list.toSpliced(from, 1).toSpliced(place, 0, picked);
}

/** Entries that hold every word of what was typed, whatever its case. */
export function matching<T extends { title: string }>(entries: readonly T[], typed: string): readonly T[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ title }) => words.every((word) => title.toLocaleLowerCase().includes(word)));
}
