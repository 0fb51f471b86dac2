import { atom, getDefaultStore } from 'jotai';

/** Which panels can be seen, which are kept mounted, and which one has the keys. */

/** Hidden panels kept alive next to the visible ones; older ones are unmounted with their state saved. */
const HIDDEN_KEPT = 8;

export const activeTabAtom = atom<string | undefined>(undefined);
export const shownAtom = atom<ReadonlySet<string>>(new Set<string>());
export const mountedAtom = atom<ReadonlySet<string>>(new Set<string>());

const store = getDefaultStore();
/** Both oldest first. */
let recent: string[] = [];
let activated: string[] = [];

const same = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((item) => b.has(item));

function put(target: typeof shownAtom, next: ReadonlySet<string>): void {
  if (!same(store.get(target), next)) store.set(target, next);
}

/** Pure: what stays mounted when `shown` are visible, given the tabs mounted so far, oldest first. */
export function keepMounted(
  mounted: readonly string[],
  shown: readonly string[],
  kept = HIDDEN_KEPT,
): string[] {
  const hidden = mounted.filter((id) => !shown.includes(id));
  return [...hidden.slice(Math.max(0, hidden.length - kept)), ...shown];
}

export const activity = Object.freeze({
  /** To be called after every change of the layout. */
  update(shown: readonly string[], all: ReadonlySet<string>): void {
    recent = keepMounted(
      recent.filter((id) => all.has(id)),
      shown,
    );
    put(shownAtom, new Set(shown));
    put(mountedAtom, new Set(recent));
  },
  reset(): void {
    recent = [];
    activated = [];
    store.set(shownAtom, new Set<string>());
    store.set(mountedAtom, new Set<string>());
    store.set(activeTabAtom, undefined);
  },
  activate(tabId: string | undefined): void {
    if (tabId !== undefined) activated = [...activated.filter((id) => id !== tabId), tabId].slice(-50);
    if (store.get(activeTabAtom) !== tabId) store.set(activeTabAtom, tabId);
  },
  active: (): string | undefined => store.get(activeTabAtom),
  /** The tab that was active last among these: where the focus goes when a panel closes. */
  latest: (among: readonly string[]): string | undefined =>
    activated.findLast((id) => among.includes(id)) ?? among[0],
});
