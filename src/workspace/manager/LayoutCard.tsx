import { formatInstant, useT } from '../../kit/index.ts';
import { shownName } from '../sync/names.ts';
import { Preview } from './Preview.tsx';
import { type Entry, useLayoutBody } from './useLayoutBody.ts';

interface LayoutCardProps {
  entry: Entry;
  chosen: boolean;
  /** It is the one on screen. */
  current: boolean;
  choose: () => void;
  open: () => void;
}

/** A layout in the list: how it looks, what it is called, who made it. */
export function LayoutCard({ entry, chosen, current, choose, open }: LayoutCardProps) {
  const t = useT('workspace');
  const envelope = useLayoutBody(entry);
  const { layout } = entry;
  const by =
    entry.kind === 'published'
      ? t('share.publishedFor', { audience: entry.layout.audience, publisher: entry.layout.publisher })
      : formatInstant(layout.updatedAt);
  return (
    <button
      type="button"
      className="ws-card"
      role="option"
      aria-selected={chosen}
      onClick={choose}
      onDoubleClick={open}
    >
      {envelope ? <Preview envelope={envelope} small /> : <span className="pd-preview" />}
      <span className="ws-card-text">
        <b>{shownName(layout.name)}</b>
        <small className="pd-muted">{by}</small>
        {current && <small className="tone-info">{t('manager.current')}</small>}
        {entry.kind === 'published' && entry.layout.isDefault && (
          <small className="pd-muted">{t('share.default')}</small>
        )}
      </span>
    </button>
  );
}
