import { resources } from '../../../contract/resources/index.ts';
import { useT } from '../../kit/index.ts';
import { type PeekProps, RowPeek } from '../RowPeek.tsx';
import { resourceTitle } from './resourceTitle.ts';
import { Differences } from '../ui/Differences.tsx';
import type { Labels, Side } from './differenceText.ts';

/** What the table of changes shows better. */
const SHOWN = ['resource', 'labels', 'concerned'];

/** Logs that keep what was before and after, by the names of their columns. */
const SIDES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  sysLogDiff: ['beforeData', 'afterData'],
  orderLog: ['before', 'after'],
};

/** A row of a log; what it changed field by field. */
export function LogPeek(props: PeekProps) {
  const t = useT('grid');
  const { resource, row } = props;
  const sides = SIDES[resource.id];
  if (!sides) return <RowPeek {...props} />;
  const [before, after] = sides.map((name) => row?.[name] as Side);
  const subject = resources.get(String(row?.resource));
  const labels = row?.labels as Labels | null | undefined;
  const title = row && resourceTitle(String(row.resource));
  // The difference log is labelled by what was changed, which is called as its list is.
  const named = row && resource.id === 'sysLogDiff' ? { ...row, resource: title } : row;
  return (
    <RowPeek {...props} row={named} without={[...sides, ...SHOWN]}>
      {(before || after) && (
        <>
          <h3 className="dock-section">{[t('differences.title'), title].filter(Boolean).join(' · ')}</h3>
          <Differences resource={subject} before={before} after={after} {...(labels && { labels })} />
        </>
      )}
    </RowPeek>
  );
}
