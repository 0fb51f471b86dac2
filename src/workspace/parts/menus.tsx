import { type PopupMenuEntry, type TabNode, showPopupMenu } from 'flexlayout-react';
import type { ReactNode } from 'react';
import {
  Icon,
  type IconName,
  Key,
  LINK_COLOURS,
  type LinkColour,
  coloursOf,
  commands,
  link,
  translate,
} from '../../kit/index.ts';
import { getDefaultStore } from 'jotai';
import { workspace } from '../core/workspace.ts';
import { regainFocus } from '../core/focus.ts';
import { isTabLocked } from '../core/locks.ts';
import { reopen, toggleLock } from '../tabVerbs.ts';
import { openHelp } from '../helpPanel.ts';
import { groupItems } from './groupMenu.ts';
import { renameTab } from './TabName.tsx';
import './links.css';
import './menus.css';

const text = (key: string, values?: Record<string, unknown>): string => translate(`workspace:${key}`, values);

const row = (icon: ReactNode, label: string, keys?: string): ReactNode => (
  <span className="ws-menu-row">
    <span className="ws-menu-icon">{icon}</span>
    <span>{label}</span>
    {keys && <Key keys={keys} />}
  </span>
);

interface ItemOptions {
  icon?: IconName;
  disabled?: boolean;
}

function item(
  key: string,
  label: string,
  run: () => void,
  { icon, disabled }: ItemOptions = {},
): PopupMenuEntry {
  const keys = commands.find(key)?.keys?.[0];
  return {
    key,
    label,
    disabled,
    content: (
      <span className="ws-menu-row" data-disabled={disabled || undefined}>
        <span className="ws-menu-icon">{icon && <Icon name={icon} size={14} />}</span>
        <span>{label}</span>
        {keys && <Key keys={keys} />}
      </span>
    ),
    onSelect: run,
  };
}

function linkItems(tabId: string): PopupMenuEntry[] {
  const panel = getDefaultStore().get(link.panelsAtom)[tabId];
  const [own, ...also] = coloursOf(panel);
  const others = (colour: LinkColour): LinkColour[] => also.filter((each) => each !== colour);
  const entry = (colour: LinkColour, label: string, isOn: boolean, run: () => void): PopupMenuEntry => ({
    key: `link-${label}`,
    label,
    content: row(<i className={`ws-dot ws-dot-${colour}`} />, `${label}${isOn ? ' ✓' : ''}`),
    onSelect: run,
  });
  const colours = LINK_COLOURS.map((colour) =>
    entry(colour, text(`link.${colour}`), own === colour, () =>
      workspace.setColours(tabId, [colour, ...others(colour)]),
    ),
  );
  if (!panel || own === undefined) return colours;
  const more = LINK_COLOURS.filter((colour) => colour !== own).map((colour) =>
    entry(
      colour,
      translate('workspace:link.also', { name: text(`link.${colour}`) }),
      also.includes(colour),
      () =>
        workspace.setColours(tabId, [own, ...(also.includes(colour) ? others(colour) : [...also, colour])]),
    ),
  );
  const pause = item('workspace.pauseLink', text(panel.paused ? 'link.resume' : 'link.pause'), () =>
    link.setPaused(tabId, !panel.paused),
  );
  const none = item('workspace.unlink', text('link.none'), () => workspace.setColours(tabId, []), {
    icon: 'close',
  });
  return [
    ...colours,
    { type: 'divider', key: 'link-line' },
    ...more,
    { type: 'divider', key: 'link-line-2' },
    pause,
    none,
  ];
}

type At = { x: number; y: number } | HTMLElement;

/** The colours of a link, on the dot of a tab. */
export function showLinkMenu(tabId: string, anchor: At, container?: HTMLElement): void {
  showPopupMenu({
    anchor,
    container,
    items: linkItems(tabId),
    title: text('link.title'),
    onClose: regainFocus,
  });
}

/** What can be done with a tab, by the right mouse button. */
export function showTabMenu(node: TabNode, anchor: At): void {
  const id = node.getId();
  const others = workspace.siblings(id).length > 1;
  const floating = node.isPoppedOut();
  const items: PopupMenuEntry[] = [
    item('workspace.maximize', text('command.maximize'), () => workspace.maximize(id), { icon: 'maximize' }),
    item('workspace.splitRight', text('command.splitRight'), () => workspace.split(id, 'right'), {
      icon: 'layout',
    }),
    item('workspace.splitDown', text('command.splitDown'), () => workspace.split(id, 'bottom'), {
      icon: 'layout',
    }),
    ...(floating
      ? []
      : [item('workspace.float', text('command.float'), () => workspace.popOut(id, 'float'))]),
    ...(floating
      ? [
          item('workspace.dock', text('command.dock'), () => workspace.dock(node.getLayoutId()), {
            icon: 'layout',
          }),
        ]
      : []),
    item('workspace.popOut', text('command.popOut'), () => workspace.popOut(id, 'window'), {
      icon: 'popout',
    }),
    item(
      'workspace.pin',
      text(node.isPinned() ? 'command.unpin' : 'command.pin'),
      () => workspace.setPinned(id, !node.isPinned()),
      { icon: 'pin' },
    ),
    item('workspace.lock', text(isTabLocked(id) ? 'command.unlock' : 'command.lock'), () => toggleLock(id), {
      icon: 'lock',
    }),
    item('workspace.rename', text('command.renameTab'), () => renameTab(id), { icon: 'edit' }),
    ...groupItems(node, item),
    item('workspace.help', text('command.help'), () => openHelp(id), { icon: 'help' }),
    { type: 'divider', key: 'line-1' },
    ...linkItems(id),
    { type: 'divider', key: 'line-2' },
    item('workspace.close', text('command.close'), () => workspace.close(id), {
      icon: 'close',
      disabled: !node.isCloseable(),
    }),
    item('workspace.closeOthers', text('command.closeOthers'), () => workspace.closeOthers(id), {
      disabled: !others,
    }),
    item('workspace.reopen', text('command.reopen'), reopen, {
      icon: 'undo',
      disabled: workspace.closed().length === 0,
    }),
  ];
  showPopupMenu({
    anchor,
    container: node.getLayoutRef() ?? undefined,
    items,
    title: node.getName(),
    onClose: regainFocus,
  });
}
