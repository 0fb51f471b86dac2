import { getDefaultStore } from 'jotai';
import { keyDocumentsAtom } from '../../kit/commands/keys.ts';
import { call, lockedAtom } from '../../kit/data/call.ts';
import { translate } from '../../kit/i18n/i18n.ts';
import { preferences } from '../../kit/preferences.ts';
import { toast } from '../../kit/ui/toast.ts';

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('paydesk:lock');
const CHECK_MS = 5_000;
const HEARD = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
let lastActive = Date.now();

/** The server is notified first: a lock that only the page knew of would open with a reload. */
export async function lockScreen(): Promise<void> {
  try {
    await call('sysAuth/lockScreen', {}, { customCatch: true });
  } catch {
    toast.error(translate('app:lock.failed'), { key: 'lock' });
    return;
  }
  channel?.postMessage('locked');
  getDefaultStore().set(lockedAtom, true);
}

function active(): void {
  const now = Date.now();
  // One word to the other tabs every few seconds is enough: idle means idle in all of them.
  if (now - lastActive > CHECK_MS) channel?.postMessage('active');
  lastActive = now;
}

function listen(documents: readonly Document[]): () => void {
  for (const each of documents)
    for (const name of HEARD) each.addEventListener(name, active, { passive: true, capture: true });
  return () => {
    for (const each of documents)
      for (const name of HEARD) each.removeEventListener(name, active, { capture: true });
  };
}

/** Locks after the chosen idle time, counted over the page, its pop-outs and the other tabs. */
export function startIdleLock(): () => void {
  const store = getDefaultStore();
  lastActive = Date.now();
  let stopListening = listen(store.get(keyDocumentsAtom));
  const stopDocuments = store.sub(keyDocumentsAtom, () => {
    stopListening();
    stopListening = listen(store.get(keyDocumentsAtom));
  });
  const timer = setInterval(() => {
    const { lockScreen: wanted, lockSeconds } = preferences();
    const idle = Date.now() - lastActive;
    if (wanted && lockSeconds > 0 && idle >= lockSeconds * 1_000) {
      lastActive = Date.now();
      void lockScreen();
    }
  }, CHECK_MS);
  const hear = (message: MessageEvent<unknown>) => {
    if (message.data === 'active') lastActive = Date.now();
    else if (message.data === 'locked') store.set(lockedAtom, true);
  };
  channel?.addEventListener('message', hear);
  return () => {
    stopListening();
    stopDocuments();
    clearInterval(timer);
    channel?.removeEventListener('message', hear);
  };
}
