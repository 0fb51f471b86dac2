import { useMemo } from 'react';
import { State, Unanswered, type WidgetProps, useFigures, useT, useWidgetNote } from '../../src/kit/index.ts';
import { CommitList } from '../../src/kit/product/CommitList.tsx';
import { commitRows } from '../../src/kit/product/commitRows.ts';
import { useBuild } from '../../src/kit/product/useBuild.ts';
import type { settings as manifest } from './index.ts';

/** What has changed in the build that is running. */
export default function Commits({ settings }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const query = useBuild();
  const { data } = query;
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
  return <CommitList rows={rows} className="tile-rows" />;
}
