import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type LayoutVersion, formatInstant, layoutApi, useT } from '../../kit/index.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { Marks } from './Marks.tsx';
import { Preview } from './Preview.tsx';
import { marksOf } from './boxes.ts';

interface VersionsProps {
  layoutId: string;
  /** As the layout is now. */
  now: Envelope;
  restore: (envelope: Envelope) => void;
}

function Version({ version, now, restore }: { version: LayoutVersion } & Omit<VersionsProps, 'layoutId'>) {
  const t = useT('workspace');
  const then = useMemo(
    () => readEnvelope(version.body, blankEnvelope(now.name)).envelope,
    [version.body, now.name],
  );
  const marks = useMemo(() => marksOf(now, then), [now, then]);
  return (
    <div className="ws-version">
      <Preview envelope={then} marks={marks} />
      <Marks from={now} to={then} marks={marks} />
      <button type="button" className="pd-button" disabled={marks.size === 0} onClick={() => restore(then)}>
        {t('manager.restore')}
      </button>
    </div>
  );
}

/** The explicit saves of a layout: each with how it differs from what the layout is now. */
export function Versions({ layoutId, now, restore }: VersionsProps) {
  const t = useT('workspace');
  const [shown, setShown] = useState<number>();
  const { data = [], isPending } = useQuery({
    queryKey: ['layout', 'versions', layoutId],
    queryFn: () => layoutApi.versions(layoutId),
    staleTime: 0,
  });
  const version = data.find(({ number }) => number === shown);
  if (!isPending && data.length === 0) return <p className="pd-muted">{t('manager.noVersions')}</p>;
  return (
    <>
      <ul className="ws-versions" aria-label={t('manager.versions')}>
        {data.map(({ number, createdAt }) => (
          <li key={number}>
            <button
              type="button"
              className="link-button"
              aria-expanded={number === shown}
              onClick={() => setShown(number === shown ? undefined : number)}
            >
              {t('manager.version', { number })}
            </button>
            <span className="pd-muted">{formatInstant(createdAt)}</span>
          </li>
        ))}
      </ul>
      {version && <Version key={version.number} version={version} now={now} restore={restore} />}
    </>
  );
}
