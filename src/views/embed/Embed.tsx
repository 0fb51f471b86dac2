import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { type PassPage, passPageAt } from '../../../contract/passPages.ts';
import {
  issuePass,
  type MenuEntry,
  State,
  type ViewProps,
  localeAtom,
  menu,
  menuAtom,
  useT,
  useTheme,
  zoneAtom,
} from '../../kit/index.ts';

/** A page of our own origin with scripts and same-origin rights could take itself out of the sandbox. */
function sandboxOf(url: URL): string {
  const base = 'allow-scripts allow-forms allow-popups allow-downloads';
  return url.origin === location.origin ? base : `${base} allow-same-origin`;
}

function parseUrl(value: unknown): URL | undefined {
  try {
    const url = new URL(String(value), location.origin);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The menu's entry of this page: what was disabled or taken back closes. */
function useEntry(url: unknown): MenuEntry | undefined {
  useAtomValue(menuAtom);
  // What it is called is of the language.
  useAtomValue(localeAtom);
  return menu.embedded(url);
}

/** False until this browser may read the page: pages of our own that take a cookie get it in exchange for the session. */
function useIsReadable(url: URL | undefined): boolean | Error {
  const page = url?.origin === location.origin ? passPageAt(url.pathname) : undefined;
  const [answer, setAnswer] = useState<{ page: PassPage; result: true | Error }>();
  useEffect(() => {
    if (!page) return undefined;
    let isCurrent = true;
    const settle = (result: true | Error): void => {
      if (isCurrent) setAnswer({ page, result });
    };
    issuePass(page).then(
      () => settle(true),
      (error: unknown) => settle(error as Error),
    );
    return () => {
      isCurrent = false;
    };
  }, [page]);
  if (!page) return true;
  return answer?.page === page ? answer.result : false;
}

/** A page of our own is drawn by the server: its address says the language, the zone and the theme around it. */
function useAddress(url: URL | undefined): string | undefined {
  const lang = useAtomValue(localeAtom);
  const zone = useAtomValue(zoneAtom);
  const { mode } = useTheme();
  if (url?.origin !== location.origin || passPageAt(url.pathname) !== '/schedule') return url?.href;
  const drawn = new URL(url);
  for (const [name, value] of Object.entries({ lang, zone, theme: mode }))
    drawn.searchParams.set(name, value);
  return drawn.href;
}

export default function Embed({ args, setArgs, setTitle }: ViewProps) {
  const t = useT('app');
  const url = parseUrl(args.url);
  const entry = useEntry(args.url);
  const title = (entry && menu.title(entry)) || url?.hostname || '';
  useEffect(() => {
    if (entry) setTitle?.(title);
  }, [entry, title, setTitle]);
  const isOld = Object.keys(args).length > 1;
  useEffect(() => {
    // Panels were stored with a title, which the menu has in every language.
    if (isOld) setArgs?.({ url: args.url });
  }, [isOld, args.url, setArgs]);
  const readable = useIsReadable(entry && url);
  const address = useAddress(url);
  if (!entry) return <State kind="empty" text={t('embed.closed')} />;
  if (!url) return <State kind="error" text={t('embed.refused')} />;
  if (readable instanceof Error) return <State kind="error" text={readable.message} />;
  if (!readable) return <State kind="loading" />;
  return (
    <iframe
      className={`pd-frame${address === url.href ? '' : ' pd-frame-drawn'}`}
      src={address}
      title={t('embed.frame', { title })}
      sandbox={sandboxOf(url)}
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  );
}
