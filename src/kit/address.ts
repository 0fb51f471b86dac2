/** A view's arguments as a query string and back: texts stay texts, anything else is written as JSON. */

type Args = Record<string, unknown>;

const write = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const entries = (args: Args): [string, unknown][] =>
  Object.entries(args)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));

export const toQuery = (args: Args): string =>
  new URLSearchParams(entries(args).map(([key, value]): [string, string] => [key, write(value)])).toString();

function read(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(?:[[{]|true$|false$)/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Arguments that came through an address get their lists and flags back. */
export const reviveArgs = (args: Args): Args =>
  Object.fromEntries(entries(args).map(([key, value]) => [key, read(value)]));

/** Equal for the same view with the same arguments, however they were given. */
export const sameness = (view: string, args: Args): string => `${view}?${toQuery(args)}`;

/** The address of a menu entry's pattern: `:params` are filled from the arguments, the rest is the query. */
export function addressOf(pattern: string, args: Args): string {
  const rest = { ...args };
  const path = pattern.replace(/:([\w-]+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(write(value ?? ''));
  });
  const query = toQuery(rest);
  return query ? `${path}?${query}` : path;
}

/** What the browser keeps with an entry of its history: the tab whose address it is. It survives a reload. */
export interface Entry {
  tab: string;
  /** How often the tab had been given something else to show by then. */
  turn: number;
}

export const entryState = (tab: string, turn: number): Entry => ({ tab, turn });

/** The tab that wrote the entry of the history with this state; empty where a person typed or followed it. */
export function writtenBy(state: unknown): Partial<Entry> {
  const { tab, turn } = (state ?? {}) as { tab?: unknown; turn?: unknown };
  return typeof tab === 'string' ? { tab, turn: typeof turn === 'number' ? turn : 0 } : {};
}
