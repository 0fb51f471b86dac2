import type { Row } from '../../../contract/calls.ts';
import { type ViewProps, useCaller, useT } from '../../kit/index.ts';
import { UpstreamDayPeek } from '../../resource/reports/UpstreamDayPeek.tsx';
import { upstreamDayVerbs } from '../../resource/reports/upstreamDay.ts';
import { useZoneNote } from '../../resource/reports/useReportDay.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';

const CHIPS = ['agreement', 'reportDate', 'upstreamId', 'currency'];

export default function UpstreamReports(props: ViewProps) {
  const t = useT('reports');
  const g = useT('grid');
  const note = useZoneNote();
  const { can } = useCaller();
  const verbs = (current: () => Row | undefined) =>
    upstreamDayVerbs({
      side: 'upstreamReport',
      current,
      label: (verb) => t(`upstreamReport.actions.${verb}`),
      none: () => g('select.one'),
    }).filter(({ id }) => id !== 'upstreamReport.theirs' || can('upstreamEntry:page'));
  return (
    <ResourceView
      {...props}
      resource="upstreamReport"
      chips={CHIPS}
      verbs={verbs}
      note={note}
      peek={UpstreamDayPeek}
    />
  );
}
