import { atom, getDefaultStore } from 'jotai';
import { caller } from '../../kit/index.ts';

/** Other windows of this browser that edit the layout on screen. */

const CHANNEL = 'paydesk:layout';
/** No more often than this is one's own editing announced, and so long after its last announcement another window counts. */
const ANNOUNCE_MS = 3_000;
const COUNTS_MS = 30_000;

interface Announcement {
  user: string;
  layout: string;
}

/** Another window has just edited the layout that this one shows. */
export const editedElsewhereAtom = atom(false);

const store = getDefaultStore();
let channel: BroadcastChannel | undefined;
let announcedAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** To be called with every change of the layout. */
export function announceEdit(layout: string): void {
  const now = performance.now();
  if (!channel || layout === '' || now - announcedAt < ANNOUNCE_MS) return;
  announcedAt = now;
  channel.postMessage({ user: caller().profile.id, layout } satisfies Announcement);
}

function end(): void {
  clearTimeout(timer);
  store.set(editedElsewhereAtom, false);
}

/** Listens to the other windows; `shown` names the layout on screen. Returns its undo. */
export function followOthers(shown: () => string | undefined): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Announcement>) => {
    if (data.user !== caller().profile.id || data.layout !== shown()) return;
    end();
    store.set(editedElsewhereAtom, true);
    timer = setTimeout(end, COUNTS_MS);
  };
  return () => {
    channel?.close();
    channel = undefined;
    end();
  };
}
