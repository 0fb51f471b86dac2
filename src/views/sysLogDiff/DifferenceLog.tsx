import { resources } from '../../../contract/resources/index.ts';
import type { ViewProps } from '../../kit/index.ts';
import type { Column } from '../../resource/grid/columns.ts';
import { type Labels, type Side, type Sign, sideText } from '../../resource/logs/differenceText.ts';
import { LogPeek } from '../../resource/logs/LogPeek.tsx';
import { resourceTitle } from '../../resource/logs/resourceTitle.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';

const CHIPS = ['diffType', 'logDateTime', 'resource', 'remoteIp'];

/** For the table of changes and the search, not to be read by themselves. */
const HIDDEN: ReadonlySet<string | undefined> = new Set(['labels', 'concerned']);
/** The sides of a change, and what becomes of the members of a set on each. */
const SIDES: Readonly<Record<string, [own: Sign, other: string]>> = {
  beforeData: ['−', 'afterData'],
  afterData: ['+', 'beforeData'],
};

/** What was changed is called as its list is, and a change in the texts of that list. */
function named(columns: readonly Column[]): Column[] {
  return columns.flatMap((column): Column[] => {
    if (HIDDEN.has(column.colId)) return [];
    if (column.colId === 'resource')
      return [{ ...column, valueFormatter: ({ value }) => (value ? resourceTitle(String(value)) : '') }];
    const side = SIDES[column.colId ?? ''];
    if (!side) return [column];
    const [sign, other] = side;
    return [
      {
        ...column,
        valueFormatter: ({ value, data }) => {
          const labels = (data?.labels ?? {}) as Labels;
          const subject = resources.get(String(data?.resource));
          return sideText(subject, value as Side, labels, data?.[other] ? sign : '');
        },
      },
    ];
  });
}

export default function DifferenceLog(props: ViewProps) {
  return (
    <ResourceView {...props} resource="sysLogDiff" chips={CHIPS} wide={named} phone={named} peek={LogPeek} />
  );
}
