import { atom, getDefaultStore } from 'jotai';
import { storage } from '../storage.ts';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

interface ToastAction {
  label: string;
  run: () => void;
}

export interface ToastOptions {
  /** Second line: what to do next, or the trace. */
  description?: string;
  /** Seconds; 0 stays until closed. */
  duration?: number;
  /** A toast with the same key replaces the earlier one. */
  key?: string;
  action?: ToastAction;
  /** What else can be done about it. */
  more?: readonly ToastAction[];
}

export interface Toast extends ToastOptions {
  id: number;
  kind: ToastKind;
  text: string;
  at: number;
}

type Toaster = (toast: Toast) => void;

const KEPT = 50;
const KEY = 'messages';
const waiting: Toast[] = [];
let toaster: Toaster | undefined;

const isToast = (value: unknown): value is Toast => {
  const { id, kind, text, at } = (value ?? {}) as Partial<Toast>;
  const known = kind === 'success' || kind === 'info' || kind === 'warning' || kind === 'error';
  return known && typeof id === 'number' && typeof text === 'string' && typeof at === 'number';
};

/** The latest messages of the session, newest first: what vanished can be read again under the bell. */
export const toastLogAtom = atom<readonly Toast[]>(
  storage.session.get(KEY, (raw) => (Array.isArray(raw) ? raw.filter(isToast).slice(0, KEPT) : [])),
);
/** Ids grow over reloads and sessions, so that the latest that was seen says which are new. */
let nextId = Math.max(
  Date.now(),
  ...getDefaultStore()
    .get(toastLogAtom)
    .map(({ id }) => id + 1),
);

/** A reload keeps messages; what a message could do is gone with the page it was shown on. */
function keep(log: readonly Toast[]): void {
  getDefaultStore().set(toastLogAtom, log);
  storage.session.set(
    KEY,
    log.map(({ id, kind, text, description, at }) => ({ id, kind, text, description, at })),
  );
}

/** The next person in this browser reads nothing of it. */
export const forgetToasts = (): void => keep([]);

function show(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  const toast: Toast = { ...options, id: nextId, kind, text, at: Date.now() };
  nextId += 1;
  keep([toast, ...getDefaultStore().get(toastLogAtom)].slice(0, KEPT));
  if (toaster) toaster(toast);
  else waiting.push(toast);
}

/** The UI kit's message service takes over when it has loaded; earlier toasts are handed to it. */
export function bridgeToasts(next: Toaster): () => void {
  toaster = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    if (toaster === next) toaster = undefined;
  };
}

export const toast = Object.freeze({
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
});
