import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US.js';
import type { Locale as AntdLocale } from 'antd/es/locale';
import { useAtomValue } from 'jotai';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { loadAntdLocale } from '../i18n/antdLocale.ts';
import { localeAtom } from '../i18n/locale.ts';
import { preferencesAtom } from '../preferences.ts';
import { antdTheme } from './antdTheme.ts';
import { useTheme } from './theme.ts';

/** The UI kit's own sign moves in, and falls over elements of another window than the page's. */
const BUTTON = { autoInsertSpace: false, loadingIcon: <span className="pd-turning" aria-hidden="true" /> };

/**
 * The messages come after the workspace: those shown before wait for them, and all are under the bell, so that a file
 * that does not come costs no more than their sight.
 */
function useToasts(): ComponentType | undefined {
  const [toasts, setToasts] = useState<ComponentType>();
  useEffect(() => {
    import('./Toasts.tsx').then(
      ({ Toasts }) => setToasts(() => Toasts),
      () => undefined,
    );
  }, []);
  return toasts;
}

/** Gives the UI kit our theme, our language and our messages. */
export function AntRoot({ children }: { children: ReactNode }) {
  const { tokens } = useTheme();
  const Toasts = useToasts();
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
      {Toasts && <Toasts />}
      {children}
    </ConfigProvider>
  );
}
