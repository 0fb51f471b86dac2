import type { ViewProps } from '../../kit/index.ts';
import type { Column } from '../../resource/grid/columns.ts';
import { LogPeek } from '../../resource/logs/LogPeek.tsx';
import { resourceTitle } from '../../resource/logs/resourceTitle.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';

const CHIPS = ['diffType', 'logDateTime', 'resource'];

/** What was changed is called as its list is. */
const named = (columns: readonly Column[]): Column[] =>
  columns.map((column) =>
    column.colId === 'resource'
      ? { ...column, valueFormatter: ({ value }) => (value ? resourceTitle(String(value)) : '') }
      : column,
  );

export default function DifferenceLog(props: ViewProps) {
  return (
    <ResourceView {...props} resource="sysLogDiff" chips={CHIPS} wide={named} phone={named} peek={LogPeek} />
  );
}
