import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { type PassPage, passPageAt } from '../../../contract/passPages.ts';
import { issuePass, State, type ViewProps, localised, menu, menuAtom, useT } from '../../kit/index.ts';

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

/** Whether the menu still has this page: what was disabled or taken back closes. */
function useIsOffered(url: unknown): boolean {
  useAtomValue(menuAtom);
  return menu.leaves().some(({ link }) => link?.embedded === true && link.url === url);
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

export default function Embed({ args, setTitle }: ViewProps) {
  const t = useT('app');
  const url = parseUrl(args.url);
  const isOffered = useIsOffered(args.url);
  const title = localised(args.title) || url?.hostname || '';
  useEffect(() => setTitle?.(title), [title, setTitle]);
  const readable = useIsReadable(isOffered ? url : undefined);
  if (!isOffered) return <State kind="empty" text={t('embed.closed')} />;
  if (!url) return <State kind="error" text={t('embed.refused')} />;
  if (readable instanceof Error) return <State kind="error" text={readable.message} />;
  if (!readable) return <State kind="loading" />;
  return (
    <iframe
      className="pd-frame"
      src={url.href}
      title={t('embed.frame', { title })}
      sandbox={sandboxOf(url)}
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  );
}
