import './commits.css';
import { useMemo, useState } from 'react';
import type { BuildAnswer } from '../../contract/buildInfo.ts';
import {
  State,
  Unanswered,
  VirtualList,
  type WidgetProps,
  formatInstant,
  useFigures,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import { commitRows } from './rows.ts';
import type { settings as manifest } from './index.ts';

const EVERY_MS = 10 * 60_000;

/** What has changed in the build that is running, the newest first; a press shows why. */
export default function Commits({ settings }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const query = useLive<BuildAnswer>('build/info', {}, EVERY_MS);
  const { data } = query;
  const [open, setOpen] = useState<string>();
  const rows = useMemo(() => commitRows(data?.commits ?? [], settings.shown), [data, settings.shown]);
  useWidgetNote(data ? data.version : '');
  useFigures(
    useMemo(
      () =>
        rows.length === 0
          ? undefined
          : {
              head: ['hash', 'at', 'area', 'subject'].map((name) => t(`commit-history.${name}`)),
              rows: rows.map(({ hash, at, area, change }) => [hash, at, area, change]),
            },
      [rows, t],
    ),
  );
  if (!data) return <Unanswered query={query} />;
  if (rows.length === 0) return <State kind="empty" text={t('commit-history.none')} />;
  return (
    <VirtualList className="commits plain-list tile-rows" items={rows} keyOf={({ hash }) => hash} walk>
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
