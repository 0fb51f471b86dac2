import { atom, getDefaultStore } from 'jotai';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  /** Second line: what to do next, or the trace. */
  description?: string;
  /** Seconds; 0 stays until closed. */
  duration?: number;
  /** A toast with the same key replaces the earlier one. */
  key?: string;
  action?: { label: string; run: () => void };
}

export interface Toast extends ToastOptions {
  id: number;
  kind: ToastKind;
  text: string;
  at: number;
}

type Toaster = (toast: Toast) => void;

const KEPT = 50;
const waiting: Toast[] = [];
let toaster: Toaster | undefined;
let nextId = 1;

/** The latest messages, newest first: what vanished can be read again under the bell. */
export const toastLogAtom = atom<readonly Toast[]>([]);

function show(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  const toast: Toast = { ...options, id: nextId, kind, text, at: Date.now() };
  nextId += 1;
  const store = getDefaultStore();
  store.set(toastLogAtom, [toast, ...store.get(toastLogAtom)].slice(0, KEPT));
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
