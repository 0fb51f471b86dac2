import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { SyncKind } from '../../../contract/directorySync.ts';
import { type Command, type ViewProps, useCaller, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { SyncSheet } from './SyncSheet.tsx';
import { TestSheet } from './TestSheet.tsx';

interface Open {
  of: 'test' | SyncKind;
  row: Row;
}

const VERBS = [
  { name: 'test', of: 'test', icon: 'check', key: 't' },
  { name: 'syncUser', of: 'user', icon: 'user', key: 'u' },
  { name: 'syncDept', of: 'dept', icon: 'platform', key: 'g' },
] as const;

/** Directories; each is tested, and gives people and departments after a look at what that would change. */
export default function Directories(props: ViewProps) {
  const t = useT('system');
  const { can } = useCaller();
  const [open, setOpen] = useState<Open>();
  const verbs = (_current: () => Row | undefined, chosen: () => readonly Row[]): Omit<Command, 'scope'>[] =>
    VERBS.filter(({ name }) => can(`sysLdap:${name}`)).map(({ name, of, icon, key }) => ({
      id: `sysLdap.${name}`,
      label: () => t(`sysLdap.actions.${name}`),
      icon,
      keys: [key],
      when: () => (chosen().length === 1 ? true : t('sysLdap.choose')),
      run() {
        const [row] = chosen();
        if (row) setOpen({ of, row });
      },
    }));
  const draw = ({ close }: SheetPorts) => {
    if (!open) return null;
    const { of, row } = open;
    return of === 'test' ? (
      <TestSheet key={row.id} row={row} close={close} />
    ) : (
      <SyncSheet key={`${row.id}/${of}`} row={row} kind={of} close={close} />
    );
  };
  return (
    <ResourceView
      {...props}
      resource="sysLdap"
      verbs={verbs}
      sheet={open ? { close: () => setOpen(undefined), draw } : undefined}
    />
  );
}
