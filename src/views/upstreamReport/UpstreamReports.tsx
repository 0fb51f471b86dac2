import type { Row } from '../../../contract/calls.ts';
import { type Command, type ViewProps, useT } from '../../kit/index.ts';
import { drillVerb, lookBehind } from '../../resource/drill.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { useZoneNote } from '../../resource/reports/useReportDay.ts';

const CHIPS = ['reportDate', 'upstreamId', 'currency'];

export default function UpstreamReports(props: ViewProps) {
  const t = useT('reports');
  const g = useT('grid');
  const note = useZoneNote();
  const verbs = (current: () => Row | undefined): readonly Omit<Command, 'scope'>[] => [
    drillVerb(
      'upstreamReport.orders',
      () => t('upstreamReport.actions.orders'),
      current,
      () => g('select.one'),
      (row) => {
        const view = Number(row.successCollectionCount) > 0 ? 'collectOrder' : 'payOrder';
        return lookBehind('upstreamReport', row, view, { upstreamId: [row.upstreamId] }, 'paidAt');
      },
    ),
  ];
  return <ResourceView {...props} resource="upstreamReport" chips={CHIPS} verbs={verbs} note={note} />;
}
