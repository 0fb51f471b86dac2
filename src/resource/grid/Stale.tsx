import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Icon, connectionAtom, formatInstant, serverNow, useT } from '../../kit/index.ts';

/** A line that is back within this time missed nothing worth a mark. */
const PATIENCE_MS = 2_000;

/** Says since when the rows have not been fed. */
export function Stale() {
  const t = useT('grid');
  const live = useAtomValue(connectionAtom) === 'live';
  const [since, setSince] = useState<number>();
  useEffect(() => {
    if (live) return;
    const from = serverNow();
    const timer = setTimeout(() => setSince(from), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setSince(undefined);
    };
  }, [live]);
  if (since === undefined) return null;
  const time = formatInstant(since, 'time');
  return (
    <span className="grid-stale" role="status" title={t('stale', { time })}>
      <Icon name="clock" size={12} /> {t('staleShort', { time })}
    </span>
  );
}
