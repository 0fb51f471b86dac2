import { atom, getDefaultStore } from 'jotai';
import type { PanelRecord } from '../envelope/envelope.ts';

/** What each tab shows and what its view saved. Closed tabs stay here, so that an undo brings all of it back. */

const store = getDefaultStore();
let records = new Map<string, PanelRecord>();

/** Titles that views gave themselves; the tab strip redraws by this. */
export const titlesAtom = atom<Readonly<Record<string, string>>>({});

/** Counts the names that people gave; the tab strip redraws by this. */
export const namesAtom = atom(0);

/** How often a tab was given something else to show; its view starts again by this. */
export const turnsAtom = atom<Readonly<Record<string, number>>>({});

/** Counts changes of what open panels were opened for, or show of it; the address follows it. */
export const argsAtom = atom(0);

/** Counts changes of the layout and of what its tabs show and save: whoever keeps it follows this. */
export const changesAtom = atom(0);

export const changed = (): void => store.set(changesAtom, (count) => count + 1);

let made = 0;
/** Unlike a UUID it needs no secure origin. */
export function newTabId(): string {
  made += 1;
  return `t${Date.now().toString(36)}${made.toString(36)}${Math.floor(Math.random() * 36 ** 4).toString(36)}`;
}

export const panels = Object.freeze({
  /** Oldest first. */
  ids: (): string[] => [...records.keys()],
  get: (tabId: string): PanelRecord | undefined => records.get(tabId),
  /** A panel as it was, which was closed. */
  put(tabId: string, record: PanelRecord): void {
    records.set(tabId, record);
    if (record.title) store.set(titlesAtom, { ...store.get(titlesAtom), [tabId]: record.title });
  },
  /** What a person calls it; undefined: what its view calls itself. */
  setName(tabId: string, name: string | undefined): void {
    const known = records.get(tabId);
    if (!known || known.name === name) return;
    const { name: _before, ...record } = known;
    records.set(tabId, { ...record, ...(name !== undefined && { name }) });
    store.set(namesAtom, (count) => count + 1);
    changed();
  },
  /** `nth` distinguishes it from other tabs of the view. */
  add(tabId: string, view: string, args: Record<string, unknown>, nth: number): void {
    records.set(tabId, { view, args, version: 1, state: null, nth });
  },
  /** Shows something else in the same tab. */
  retarget(tabId: string, args: Record<string, unknown>): void {
    const record = records.get(tabId);
    if (!record) return;
    const { view, nth, name } = record;
    records.set(tabId, { view, args, version: 1, state: null, ...(nth && { nth }), ...(name && { name }) });
    const { [tabId]: _dropped, ...titles } = store.get(titlesAtom);
    store.set(titlesAtom, titles);
    const turns = store.get(turnsAtom);
    store.set(turnsAtom, { ...turns, [tabId]: (turns[tabId] ?? 0) + 1 });
    changed();
  },
  replaceAll(next: Record<string, PanelRecord>): void {
    records = new Map(Object.entries(next));
    const titled = Object.entries(next).filter(([, record]) => record.title);
    store.set(titlesAtom, Object.fromEntries(titled.map(([id, record]) => [id, record.title!])));
  },
  saveState(tabId: string, state: unknown): void {
    const record = records.get(tabId);
    if (!record || Object.is(record.state, state)) return;
    records.set(tabId, { ...record, state: state ?? null });
    changed();
  },
  /** The same panel, opened for something else from now on. */
  setArgs(tabId: string, args: Record<string, unknown>): void {
    const record = records.get(tabId);
    if (!record) return;
    records.set(tabId, { ...record, args });
    store.set(argsAtom, (count) => count + 1);
    changed();
  },
  /** It stays what it was opened for and shows this of it now; undefined: just that. */
  setShown(tabId: string, shown: Record<string, unknown> | undefined): void {
    const known = records.get(tabId);
    if (!known || JSON.stringify(known.shown) === JSON.stringify(shown)) return;
    const { shown: _before, ...record } = known;
    records.set(tabId, { ...record, ...(shown && { shown }) });
    store.set(argsAtom, (count) => count + 1);
    changed();
  },
  setTitle(tabId: string, title: string): void {
    const record = records.get(tabId);
    if (!record || record.title === title) return;
    records.set(tabId, { ...record, title });
    store.set(titlesAtom, { ...store.get(titlesAtom), [tabId]: title });
    changed();
  },
  /** The records of these tabs, for the envelope. */
  snapshot: (tabIds: readonly string[]): Record<string, PanelRecord> =>
    Object.fromEntries(tabIds.flatMap((id) => (records.has(id) ? [[id, records.get(id)!]] : []))),
});
