import { type PopupMenuEntry, showPopupMenu } from 'flexlayout-react';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { Icon, type IconName, Key, commands, useT } from '../kit/index.ts';
import { layoutActions } from './sync/dialogs.ts';
import { editedElsewhereAtom } from './sync/presence.ts';
import { shownName } from './sync/names.ts';
import { type SaveStatus, currentAtom, layoutsAtom } from './sync/state.ts';
import './parts/menus.css';
import './layoutSwitcher.css';

/** What a person must know before the layout's name is trusted. */
const WRONG: ReadonlySet<SaveStatus> = new Set<SaveStatus>(['failed', 'conflict', 'unloaded', 'gone']);

/** The server does not have yet what is on screen. */
const DUE: ReadonlySet<SaveStatus> = new Set<SaveStatus>(['waiting', 'saving']);

const COMMANDS: readonly { id: string; icon?: IconName }[][] = [
  [
    { id: 'layout.save', icon: 'save' },
    { id: 'layout.revert', icon: 'undo' },
    { id: 'layout.restoreDefault', icon: 'refresh' },
    { id: 'layout.lock', icon: 'lock' },
  ],
  [
    { id: 'layout.create', icon: 'plus' },
    { id: 'layout.duplicate', icon: 'copy' },
    { id: 'layout.rename', icon: 'edit' },
    { id: 'layout.remove', icon: 'close' },
  ],
  [
    { id: 'layout.manage', icon: 'layout' },
    { id: 'layout.export', icon: 'download' },
  ],
];

function row(icon: IconName | undefined, label: string, keys: string | undefined) {
  return (
    <span className="ws-menu-row">
      <span className="ws-menu-icon">{icon && <Icon name={icon} size={14} />}</span>
      <span>{label}</span>
      {keys && <Key keys={keys} />}
    </span>
  );
}

function commandItems(): PopupMenuEntry[] {
  return COMMANDS.flatMap((group, index) => [
    { type: 'divider' as const, key: `line-${index}` },
    ...group.flatMap(({ id, icon }): PopupMenuEntry[] => {
      const command = commands.find(id);
      if (!command) return [];
      const label = command.label();
      return [
        {
          key: id,
          label,
          disabled: commands.enabled(command) !== true,
          content: row(icon, label, command.keys?.[0]),
          onSelect: () => void commands.run(command, undefined),
        },
      ];
    }),
  ]);
}

/** The layout on screen, in the top bar: which one, whether it was edited, and the way to the others. */
export function LayoutSwitcher() {
  const t = useT('workspace');
  const current = useAtomValue(currentAtom);
  const list = useAtomValue(layoutsAtom);
  const elsewhere = useAtomValue(editedElsewhereAtom);
  const button = useRef<HTMLButtonElement>(null);
  if (!current) return null;
  const wrong = WRONG.has(current.status);
  const mark = wrong ? t(`layout.status.${current.status}`) : current.edited ? t('layout.edited') : '';
  const open = () => {
    const choices: PopupMenuEntry[] = list.map((layout, index) => ({
      key: `open-${layout.id}`,
      label: shownName(layout.name),
      content: row(
        layout.id === current.id ? 'check' : undefined,
        shownName(layout.name),
        index < 9 ? `mod+alt+${index + 1}` : undefined,
      ),
      onSelect: () => void layoutActions.open(layout.id),
    }));
    const at = button.current!.getBoundingClientRect();
    showPopupMenu({
      anchor: { x: at.left, y: at.bottom + 4 },
      items: [...choices, ...commandItems()],
      title: t('layout.menu'),
      returnFocusTo: button.current!,
      onClose: () => undefined,
    });
  };
  return (
    <button
      ref={button}
      type="button"
      className="ws-switcher"
      aria-haspopup="menu"
      data-due={DUE.has(current.status) || undefined}
      title={t('layout.menu')}
      onClick={open}
    >
      <Icon name="layout" size={14} />
      <span className="ws-switcher-name">{shownName(current.name)}</span>
      {elsewhere && (
        <span
          className="tone-info ws-elsewhere"
          role="img"
          aria-label={t('layout.elsewhere')}
          title={t('layout.elsewhere')}
        >
          <Icon name="popout" size={12} />
        </span>
      )}
      {mark && <span className={wrong ? 'tone-warning' : 'pd-muted'}>{mark}</span>}
      <Icon name="down" size={12} />
    </button>
  );
}
