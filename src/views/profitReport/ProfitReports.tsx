import type { Row } from '../../../contract/calls.ts';
import { type Command, type ViewProps, openView, useT } from '../../kit/index.ts';
import { drillVerb } from '../../resource/drill.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { useZoneNote } from '../../resource/reports/useReportDay.ts';

const CHIPS = ['reportDate', 'currency'];

export default function ProfitReports(props: ViewProps) {
  const t = useT('reports');
  const g = useT('grid');
  const note = useZoneNote();
  const verbs = (current: () => Row | undefined): readonly Omit<Command, 'scope'>[] => [
    drillVerb(
      'profitReport.upstreams',
      () => t('profitReport.actions.upstreams'),
      current,
      () => g('select.one'),
      ({ reportDate, currency }) =>
        openView('upstreamReport', {
          reportDate: { from: reportDate, to: reportDate },
          currency: [currency],
        }),
    ),
  ];
  return <ResourceView {...props} resource="profitReport" chips={CHIPS} verbs={verbs} note={note} />;
}
