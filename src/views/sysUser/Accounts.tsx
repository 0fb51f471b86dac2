import { useCallback, useRef, useState } from 'react';
import { sysUser } from '../../../contract/resources/system/sysUser.ts';
import { type ViewProps, useT } from '../../kit/index.ts';
import { columnsOf } from '../../resource/grid/columns.ts';
import { counted } from '../../resource/grid/counted.ts';
import { PanelFrame } from '../../resource/PanelFrame.tsx';
import { phoneColumns } from '../../resource/phone.ts';
import { useTools } from '../../resource/ResourceView.tsx';
import { useNarrow } from '../../resource/ui/useNarrow.ts';
import { type ColumnPorts, type PanelCommand, useResourcePanel } from '../../resource/useResourcePanel.ts';
import { AccountPeek, rolesText } from './AccountPeek.tsx';
import { AvatarCell } from './AvatarCell.ts';
import { OrgPane } from './OrgPane.tsx';
import './accounts.css';

const NO_VERBS: readonly PanelCommand[] = [];
const CHIPS = ['accountType', 'roles', 'posId', 'merchantId', 'status'];

/** Px in which tree and list lie next to each other. */
const LEAST = 760;

const namesOfRoles = ({ value }: { value?: unknown }): string => rolesText(value);

const columnsFor = ({ label, narrow }: ColumnPorts) => {
  const all = counted(sysUser, columnsOf(sysUser, label))
    .filter(({ colId }) => colId !== 'avatar')
    .map((column) => {
      if (column.colId === 'account') return { ...column, cellRenderer: AvatarCell };
      return column.colId === 'roleNames' ? { ...column, valueFormatter: namesOfRoles } : column;
    });
  return narrow ? phoneColumns(sysUser, all) : all;
};

/** People, by the organisation that is chosen in the tree next to them. */
export default function Accounts(props: ViewProps) {
  const t = useT('system');
  const panel = useResourcePanel(sysUser, props, { columns: columnsFor });
  // Of tree and list together: the tree itself makes the list narrower.
  const box = useRef<HTMLDivElement>(null);
  const narrow = useNarrow(box, LEAST);
  // Where there is room the tree is there until somebody hides it; elsewhere it is asked for.
  const [wanted, setWanted] = useState<boolean>();
  const isOpen = wanted ?? !narrow;
  const toggle = useCallback(() => setWanted(!isOpen), [isOpen]);
  const tree: PanelCommand = {
    id: 'sysUser.orgs',
    label: () => t('sysUser.orgs.title'),
    icon: 'platform',
    keys: ['g'],
    rowless: true,
    guard: 0,
    run: toggle,
  };
  const commands = [...panel.commands, tree];
  return (
    <div ref={box} className={`accounts${narrow ? ' accounts-narrow' : ''}`}>
      {isOpen && (
        <OrgPane
          model={panel.model}
          close={() => {
            setWanted(false);
            panel.focusGrid();
          }}
        />
      )}
      <PanelFrame
        panel={panel}
        commands={commands}
        chips={CHIPS}
        peek={
          <AccountPeek
            resource={sysUser}
            row={panel.current}
            words={panel.words}
            close={() => panel.setPeek(false)}
          />
        }
        tools={useTools(sysUser, panel.actions.names, commands, NO_VERBS)}
      />
    </div>
  );
}
