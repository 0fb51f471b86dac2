import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { type RefObject, useEffect } from 'react';

/** The panel whose note field is to have the focus, until it has it. */
const wantedAtom = atom<string | undefined>(undefined);

/** Puts the focus into the note field of the panel, once there is one. */
export const focusNote = (tabId: string): void => getDefaultStore().set(wantedAtom, tabId);

/** The field takes the focus when its panel is asked for it. */
export function useNoteFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  const wanted = useAtomValue(wantedAtom);
  useEffect(() => {
    const element = field.current;
    const scope = element?.closest<HTMLElement>('[data-scope]')?.dataset.scope;
    if (wanted === undefined || scope !== wanted) return;
    getDefaultStore().set(wantedAtom, undefined);
    element?.focus();
  }, [wanted, field]);
}
