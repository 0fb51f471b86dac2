import { useState } from 'react';
import { type Command, type ViewProps, useCaller, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { ImportSheet } from './ImportSheet.tsx';

export default function Regions(props: ViewProps) {
  const t = useT('platform');
  const { can } = useCaller();
  const [open, setOpen] = useState(false);
  const verbs = (): Omit<Command, 'scope'>[] =>
    can('sysRegion:sync')
      ? [
          {
            id: 'sysRegion.import',
            label: () => t('sysRegion.import.verb'),
            icon: 'plus',
            keys: ['i'],
            rowless: true,
            run: () => setOpen(true),
          },
        ]
      : [];
  const sheet = ({ close, refresh }: SheetPorts) => <ImportSheet close={close} refresh={refresh} />;
  return (
    <ResourceView
      {...props}
      resource="sysRegion"
      verbs={verbs}
      sheet={open ? { close: () => setOpen(false), draw: sheet } : undefined}
    />
  );
}
