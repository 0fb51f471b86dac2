import { atom } from 'jotai';

/** `zen` hides menu, top bar and status bar; `kiosk` is zen on the full screen, for a wall. */
export const zenAtom = atom<'off' | 'zen' | 'kiosk'>('off');
