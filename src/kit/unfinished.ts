import { atom, getDefaultStore } from 'jotai';
import { type RefObject, useEffect } from 'react';

/** What people are filling in right now. */
export const unfinishedAtom = atom<ReadonlySet<HTMLElement>>(new Set<HTMLElement>());

const change = (by: (open: Set<HTMLElement>) => void): void =>
  getDefaultStore().set(unfinishedAtom, (before) => {
    const open = new Set(before);
    by(open);
    return open;
  });

/** Marks something that a person is filling in: what draws it again would lose it. */
export function useUnfinished(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    change((open) => open.add(element));
    return () => change((open) => open.delete(element));
  }, [root]);
}

/** Those of this window that stand on the screen: not the ones of a tab behind another. */
export const onScreen = (open: ReadonlySet<HTMLElement>): boolean =>
  [...open].some((element) => element.ownerDocument === document && element.checkVisibility());

/** Something in this panel is being filled in, wherever the panel is. */
export const isUnfinished = (tabId: string): boolean =>
  [...getDefaultStore().get(unfinishedAtom)].some(
    (element) => element.closest<HTMLElement>('[data-scope]')?.dataset.scope === tabId,
  );
