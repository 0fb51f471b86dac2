import { App, ConfigProvider, notification } from 'antd';
import enUS from 'antd/es/locale/en_US.js';
import type { Locale as AntdLocale } from 'antd/es/locale';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { keyDocumentsAtom } from '../commands/keys.ts';
import { lockedAtom } from '../data/call.ts';
import { loadAntdLocale } from '../i18n/antdLocale.ts';
import { localeAtom } from '../i18n/locale.ts';
import { preferencesAtom } from '../preferences.ts';
import { antdTheme } from './antdTheme.ts';
import { useTheme } from './theme.ts';
import { workDocument } from '../workWindow.tsx';
import { type Toast, bridgeToasts } from './toast.ts';
import { EDGE, keepClear } from './toastPlace.ts';

const SECONDS = { success: 3, info: 4, warning: 5, error: 8 } as const;

type Notifier = ReturnType<typeof notification.useNotification>[0];

const CONFIG = { maxCount: 5, stack: { threshold: 3 }, bottom: EDGE } as const;
/** The UI kit's own sign moves in, and falls over elements of another window than the page's. */
const BUTTON = { autoInsertSpace: false, loadingIcon: <span className="pd-turning" aria-hidden="true" /> };
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

/**
 * The messages of every window. A locked screen holds none of them, since they name orders and amounts: what came
 * meanwhile and what stays until it is closed is shown afterwards, and all of it stands under the bell.
 */
function Toasts() {
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
        actions: toast.action && (
          <button type="button" className="pd-button" onClick={toast.action.run}>
            {toast.action.label}
          </button>
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

/** Gives the UI kit our theme, our language and our messages. */
export function AntRoot({ children }: { children: ReactNode }) {
  const { tokens } = useTheme();
  const locale = useAtomValue(localeAtom);
  const { ripple } = useAtomValue(preferencesAtom);
  // Never without a pack: the provider would build another tree when the first one comes, and remount everything.
  const [pack, setPack] = useState<AntdLocale>(enUS);
  useEffect(() => {
    let current = true;
    const load = async () => {
      // A pack that does not load leaves the last one in place: the product's own words still switch.
      const next = await loadAntdLocale(locale).catch(() => undefined);
      if (current && next) setPack(next);
    };
    void load();
    return () => {
      current = false;
    };
  }, [locale]);
  const config = useMemo(() => antdTheme(tokens), [tokens]);
  return (
    <ConfigProvider
      theme={config}
      locale={pack}
      wave={{ disabled: !ripple }}
      button={BUTTON}
      getPopupContainer={(node) => node?.ownerDocument.body ?? document.body}
    >
      <App component={false}>
        <Toasts />
        {children}
      </App>
    </ConfigProvider>
  );
}
