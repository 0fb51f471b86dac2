import { atom, getDefaultStore } from 'jotai';
import { LINK_COLOURS, type LinkColour, getUserSetting, setUserSetting } from '../../kit/index.ts';
import { LOST_VIEW, type PanelRecord } from '../envelope/envelope.ts';
import { isObject } from '../envelope/plain.ts';
import { count, readPanel } from '../envelope/readPanel.ts';
import { type Home, isSide } from './homes.ts';

/** Panels that were closed, or gave their tab to something else: kept per person, to be opened again as they were. */

export interface ClosedPanel {
  id: string;
  record: PanelRecord;
  colour?: LinkColour;
  home?: Home;
}

const KEY = 'workspace.closed';
const KEPT = 50;
/** Tabs by which a place is found again. */
const MATES = 20;
/** Characters that the server keeps of one setting, less a reserve for the bytes of other scripts. */
const LONGEST = 24_000;

/** Counts changes of the list. */
export const closedAtom = atom(0);

const ids = (raw: unknown): string[] =>
  Array.isArray(raw) ? raw.filter((id) => typeof id === 'string').slice(0, MATES) : [];

function readHome(raw: unknown): Home | undefined {
  if (!isObject(raw)) return undefined;
  const { neighbour } = raw;
  const next =
    isObject(neighbour) && isSide(neighbour.side)
      ? { tabs: ids(neighbour.tabs), side: neighbour.side }
      : undefined;
  return { mates: ids(raw.mates), at: count(raw.at), ...(next && { neighbour: next }) };
}

function readClosed(raw: unknown): ClosedPanel | undefined {
  if (!isObject(raw) || typeof raw.id !== 'string') return undefined;
  const record = readPanel(raw.id, raw.record, []);
  if (record.view === LOST_VIEW) return undefined;
  const colour = LINK_COLOURS.find((each) => each === raw.colour);
  const home = readHome(raw.home);
  return { id: raw.id, record, ...(colour && { colour }), ...(home && { home }) };
}

const parse = (raw: unknown): ClosedPanel[] =>
  Array.isArray(raw)
    ? raw.slice(-KEPT).flatMap((each: unknown) => {
        const read = readClosed(each);
        return read ? [read] : [];
      })
    : [];

/** The newest that fit: what an older panel showed goes before the panel itself does. */
function fitting(list: readonly ClosedPanel[]): ClosedPanel[] {
  let left = LONGEST;
  const kept: ClosedPanel[] = [];
  for (const each of list.slice(-KEPT).toReversed()) {
    const bare: ClosedPanel = { ...each, record: { ...each.record, state: null } };
    const fits = [each, bare].find((candidate) => JSON.stringify(candidate).length <= left);
    if (!fits) break;
    left -= JSON.stringify(fits).length;
    kept.unshift(fits);
  }
  return kept;
}

let source: unknown;
let known: ClosedPanel[] = [];

function list(): readonly ClosedPanel[] {
  const stored = getUserSetting(KEY);
  if (stored !== source) [source, known] = [stored, parse(stored)];
  return known;
}

function keep(next: readonly ClosedPanel[]): void {
  known = fitting(next);
  source = known;
  setUserSetting(KEY, known);
  getDefaultStore().set(closedAtom, (changes) => changes + 1);
}

export const closed = Object.freeze({
  /** The latest last. */
  list,
  add: (panels: readonly ClosedPanel[]): void => {
    if (panels.length === 0) return;
    const ids = new Set(panels.map(({ id }) => id));
    keep([...list().filter(({ id }) => !ids.has(id)), ...panels]);
  },
  /** What a panel saved last, as it went: its list writes a moment after each change. */
  saveState: (id: string, state: unknown): void => {
    if (!list().some((each) => each.id === id)) return;
    keep(list().map((each) => (each.id === id ? { ...each, record: { ...each.record, state } } : each)));
  },
  remove: (id: string): void => {
    const rest = list().filter((each) => each.id !== id);
    if (rest.length < list().length) keep(rest);
  },
  /** Where the panel that showed this view last was. */
  homeOf: (view: string): Home | undefined => list().findLast(({ record }) => record.view === view)?.home,
});
