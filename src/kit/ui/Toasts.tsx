import { notification } from 'antd';
import { useAtomValue } from 'jotai';
import { type MouseEvent, useEffect, useState } from 'react';
import { keyDocumentsAtom } from '../commands/keys.ts';
import { lockedAtom } from '../data/call.ts';
import { workDocument } from '../workWindow.tsx';
import { type Toast, bridgeToasts } from './toast.ts';
import { EDGE, keepClear } from './toastPlace.ts';

const SECONDS = { success: 3, info: 4, warning: 5, error: 8 } as const;

type Notifier = ReturnType<typeof notification.useNotification>[0];

const CONFIG = { maxCount: 5, stack: { threshold: 3 }, bottom: EDGE } as const;
const notifiers = new Map<Document, Notifier>();

/** The messages of a pop-out; the page's own are the fallback. */
function WindowToasts({ target }: { target: Document }) {
  const [notifier, holder] = notification.useNotification({ ...CONFIG, getContainer: () => target.body });
  useEffect(() => {
    notifiers.set(target, notifier);
    return () => void notifiers.delete(target);
  }, [target, notifier]);
  return holder;
}

/** A press in a message leaves the keyboard where it is: with the message it would be gone from the row it was on. */
const leaveFocus = (event: MouseEvent): void => event.preventDefault();

interface ToastActionsProps {
  list: readonly NonNullable<Toast['action']>[];
  close: () => void;
}

/** One of two answers is the end of the message; a message with a single one stays as long as it would. */
function ToastActions({ list, close }: ToastActionsProps) {
  const answer = (run: () => void) => {
    run();
    if (list.length > 1) close();
  };
  return (
    <span className="toast-actions">
      {list.map(({ label, run }) => (
        <button key={label} type="button" className="pd-button" onClick={() => answer(run)}>
          {label}
        </button>
      ))}
    </span>
  );
}

/**
 * The messages of every window. A locked screen holds none of them, since they name orders and amounts: what came
 * meanwhile and what stays until it is closed is shown afterwards, and all of it is under the bell.
 */
export function Toasts() {
  const locked = useAtomValue(lockedAtom);
  const [own, holder] = notification.useNotification(CONFIG);
  const windows = useAtomValue(keyDocumentsAtom).filter((target) => target !== document);
  const [staying] = useState(() => new Map<string, Toast>());
  useEffect(() => {
    if (locked) return;
    const open = new Map<string, string>();
    const put = (toast: Toast): void => {
      const name = toast.key ?? String(toast.id);
      const duration = toast.duration ?? SECONDS[toast.kind];
      // One that is on its way out takes no new text: the next of its name is another one.
      const key = open.get(name) ?? `${name}:${toast.id}`;
      open.set(name, key);
      if (duration === 0) staying.set(name, toast);
      else staying.delete(name);
      const theirs = notifiers.get(workDocument());
      keepClear(theirs ? workDocument() : document);
      (theirs ?? own)[toast.kind]({
        key,
        onClose() {
          open.delete(name);
          staying.delete(name);
        },
        title: toast.text,
        description: toast.description,
        duration,
        placement: 'bottomRight',
        role: toast.kind === 'error' ? 'alert' : 'status',
        props: { onMouseDown: leaveFocus },
        actions: toast.action && (
          <ToastActions
            list={[toast.action, ...(toast.more ?? [])]}
            close={() => (theirs ?? own).destroy(key)}
          />
        ),
      });
    };
    for (const toast of staying.values()) put(toast);
    return bridgeToasts(put);
  }, [own, locked, staying]);
  if (locked) return null;
  return (
    <>
      {holder}
      {windows.map((target, index) => (
        <WindowToasts key={index} target={target} />
      ))}
    </>
  );
}
