import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type Command, type ViewProps, openView, useCaller, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { BatchPeek } from './BatchPeek.tsx';
import { batchColumns } from './columns.ts';
import { UploadSheet } from './UploadSheet.tsx';
import { useProgress } from './useProgress.ts';

export default function Batches(props: ViewProps) {
  const t = useT('bank');
  const { can } = useCaller();
  const [open, setOpen] = useState(false);
  const follow = useProgress();
  const sheet = ({ close, refresh, ...list }: SheetPorts) => (
    <UploadSheet close={close} refresh={refresh} uploaded={(id) => follow(id, list)} />
  );
  const verbs = (current: () => Row | undefined): Omit<Command, 'scope'>[] => [
    ...(can('bankBatch:upload')
      ? [
          {
            id: 'bankBatch.upload',
            label: () => t('bankBatch.actions.upload'),
            icon: 'plus',
            keys: ['n'],
            rowless: true,
            run: () => setOpen(true),
          },
        ]
      : []),
    ...(can('bankBill:page')
      ? [
          {
            id: 'bankBatch.bills',
            label: () => t('bankBatch.bills'),
            icon: 'bank',
            keys: ['b'],
            when: () => (current() ? true : t('bankBatch.select.rerun')),
            run: () => openView('bankBill', { batchId: [current()?.id] }),
          },
        ]
      : []),
  ];
  return (
    <ResourceView
      {...props}
      resource="bankBatch"
      verbs={verbs}
      peek={BatchPeek}
      phone={batchColumns}
      wide={batchColumns}
      sheet={open ? { close: () => setOpen(false), draw: sheet } : undefined}
    />
  );
}
