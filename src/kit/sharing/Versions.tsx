import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type LayoutVersion, layoutApi } from '../data/layout.ts';
import { useT } from '../i18n/i18n.ts';
import { formatInstant } from '../ui/format.ts';
import { Marks } from './Marks.tsx';
import type { Look } from './look.ts';
import './sharing.css';

interface VersionsProps<T> {
  look: Look<T>;
  layoutId: string;
  /** As the layout is now. */
  now: T;
  restore: (layout: T) => void;
}

type VersionProps<T> = { version: LayoutVersion } & Omit<VersionsProps<T>, 'layoutId'>;

function Version<T>({ look, version, now, restore }: VersionProps<T>) {
  const t = useT('workspace');
  const then = useMemo(() => look.read(version.body), [look, version.body]);
  const marks = useMemo(() => look.marksOf(now, then), [look, now, then]);
  return (
    <div className="pd-version">
      {look.draw(then, marks)}
      <Marks look={look} from={now} to={then} marks={marks} />
      <button type="button" className="pd-button" disabled={marks.size === 0} onClick={() => restore(then)}>
        {t('share.restore')}
      </button>
    </div>
  );
}

/** The explicit saves of a layout: each with how it differs from what the layout is now. */
export function Versions<T>({ look, layoutId, now, restore }: VersionsProps<T>) {
  const t = useT('workspace');
  const [shown, setShown] = useState<number>();
  const { data = [], isPending } = useQuery({
    queryKey: ['layout', 'versions', layoutId],
    queryFn: () => layoutApi.versions(layoutId),
    staleTime: 0,
  });
  const version = data.find(({ number }) => number === shown);
  if (!isPending && data.length === 0) return <p className="pd-muted">{t('share.noVersions')}</p>;
  return (
    <>
      <ul className="pd-versions" aria-label={t('share.versions')}>
        {data.map(({ number, createdAt }) => (
          <li key={number}>
            <button
              type="button"
              className="link-button"
              aria-expanded={number === shown}
              onClick={() => setShown(number === shown ? undefined : number)}
            >
              {t('share.version', { number })}
            </button>
            <span className="pd-muted">{formatInstant(createdAt)}</span>
          </li>
        ))}
      </ul>
      {version && <Version key={version.number} look={look} version={version} now={now} restore={restore} />}
    </>
  );
}
