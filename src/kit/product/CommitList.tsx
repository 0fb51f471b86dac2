import { useState } from 'react';
import { formatInstant } from '../ui/format.ts';
import { VirtualList } from '../ui/VirtualList.tsx';
import type { CommitRow } from './commitRows.ts';
import './commits.css';

/** Changes of a build, the newest first; a press shows why. */
export function CommitList({ rows, className = '' }: { rows: readonly CommitRow[]; className?: string }) {
  const [open, setOpen] = useState<string>();
  return (
    <VirtualList
      className={`commits plain-list ${className}`.trimEnd()}
      items={rows}
      keyOf={({ hash }) => hash}
      walk
    >
      {({ hash, at, area, change, body }) => (
        <>
          <button
            type="button"
            className="line-button"
            aria-expanded={body ? open === hash : undefined}
            disabled={!body}
            onClick={() => setOpen(open === hash ? undefined : hash)}
          >
            <span className="commits-area pd-muted">{area}</span>
            <span className="commits-change">{change}</span>
            <code className="pd-mono pd-muted">{hash}</code>
            <time className="pd-muted pd-number">{formatInstant(at, 'brief')}</time>
          </button>
          {open === hash && <p className="pd-muted">{body}</p>}
        </>
      )}
    </VirtualList>
  );
}
