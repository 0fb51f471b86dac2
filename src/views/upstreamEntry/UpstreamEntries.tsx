import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type Command, type ViewProps, useCaller, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { UpstreamDayPeek } from '../../resource/reports/UpstreamDayPeek.tsx';
import { upstreamDayVerbs } from '../../resource/reports/upstreamDay.ts';
import { useZoneNote } from '../../resource/reports/useReportDay.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { CurrencyNote } from './CurrencyNote.tsx';
import { ImportSheet } from './ImportSheet.tsx';

const CHIPS = ['agreement', 'reportDate', 'upstreamId', 'currency'];

export default function UpstreamEntries(props: ViewProps) {
  const t = useT('reports');
  const g = useT('grid');
  const note = useZoneNote();
  const { can } = useCaller();
  const [open, setOpen] = useState(false);
  const entering: Omit<Command, 'scope'> = {
    id: 'upstreamEntry.import',
    label: () => t('upstreamEntry.import.verb'),
    icon: 'plus',
    keys: ['i'],
    rowless: true,
    run: () => setOpen(true),
  };
  const verbs = (current: () => Row | undefined) => [
    ...(can('upstreamEntry:import') ? [entering] : []),
    ...upstreamDayVerbs({
      side: 'upstreamEntry',
      current,
      label: (verb) => t(`upstreamEntry.actions.${verb}`),
      none: () => g('select.one'),
    }),
  ];
  const sheet = ({ close, refresh }: SheetPorts) => <ImportSheet close={close} refresh={refresh} />;
  return (
    <ResourceView
      {...props}
      resource="upstreamEntry"
      chips={CHIPS}
      verbs={verbs}
      note={note}
      peek={UpstreamDayPeek}
      form={CurrencyNote}
      sheet={open ? { close: () => setOpen(false), draw: sheet } : undefined}
    />
  );
}
