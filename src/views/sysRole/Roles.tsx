import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type Command, type ViewProps, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { PreviewDock } from './PreviewDock.tsx';

export default function Roles(props: ViewProps) {
  const t = useT('system');
  const [roles, setRoles] = useState<readonly Row[]>();
  const verbs = (_current: () => Row | undefined, chosen: () => readonly Row[]): Omit<Command, 'scope'>[] => [
    {
      id: 'sysRole.preview',
      label: () => t('sysRole.preview.verb'),
      icon: 'eye',
      keys: ['p'],
      when: () => (chosen().length > 0 ? true : t('sysRole.preview.choose')),
      run: () => setRoles(chosen()),
    },
  ];
  const sheet = ({ close }: SheetPorts) => <PreviewDock roles={roles ?? []} close={close} />;
  return (
    <ResourceView
      {...props}
      resource="sysRole"
      verbs={verbs}
      sheet={roles ? { close: () => setRoles(undefined), draw: sheet } : undefined}
    />
  );
}
