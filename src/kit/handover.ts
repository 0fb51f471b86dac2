import { atom } from 'jotai';

/** A person wants to hand over the shift: the view of handovers opens its sheet. */
export const handoverWantedAtom = atom(false);
