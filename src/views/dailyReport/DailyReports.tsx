import { useMemo, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type Command, type ViewProps, openView, useCaller, useT } from '../../kit/index.ts';
import { drillVerb, lookBehind } from '../../resource/drill.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { RestatSheet } from './RestatSheet.tsx';
import { useZoneNote } from '../../resource/reports/useReportDay.ts';
import { isPay, sideColumns, sideSums } from './sides.ts';

const CHIPS = ['reportDate', 'type', 'merchantId', 'currency'];

export default function DailyReports(props: ViewProps) {
  const t = useT('reports');
  const g = useT('grid');
  const { can } = useCaller();
  const [open, setOpen] = useState(false);
  const note = useZoneNote();
  const phone = useMemo(() => sideColumns(t('dailyReport.total')), [t]);
  const sheet = ({ close }: Pick<SheetPorts, 'close'>) => <RestatSheet close={close} />;
  const verbs = (current: () => Row | undefined): Omit<Command, 'scope'>[] => [
    drillVerb(
      'dailyReport.orders',
      () => t('dailyReport.actions.orders'),
      current,
      () => g('select.one'),
      (row) => {
        const view = isPay(row) ? 'payOrder' : 'collectOrder';
        return lookBehind('dailyReport', row, view, { merchantId: [row.merchantId] }, 'createdAt');
      },
    ),
    ...(can('dailyReport:restat')
      ? [
          {
            id: 'dailyReport.restat',
            label: () => t('dailyReport.actions.restat'),
            icon: 'refresh',
            keys: ['shift+r'],
            rowless: true,
            run: () => setOpen(true),
          },
        ]
      : []),
    ...(can('reportRun:page')
      ? [
          {
            id: 'dailyReport.runs',
            label: () => t('dailyReport.actions.runs'),
            icon: 'log',
            run: () => openView('reportRun', {}),
          },
        ]
      : []),
  ];
  return (
    <ResourceView
      {...props}
      resource="dailyReport"
      chips={CHIPS}
      verbs={verbs}
      phone={phone}
      sums={sideSums}
      note={note}
      sheet={open ? { close: () => setOpen(false), draw: sheet } : undefined}
    />
  );
}
