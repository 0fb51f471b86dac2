import type { Widget } from '../kit/index.ts';
import type { BoardValues } from '../kit/figures/board.ts';
import { AddDialog } from './AddDialog.tsx';
import { BoardsDialog } from './BoardsDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { settingsOf, widgets } from './catalogue.ts';
import type { Tile } from './document.ts';
import type { useTiles } from './useTiles.ts';

export type Dialog = { kind: 'add' | 'boards' } | { kind: 'settings'; tile: string } | undefined;

interface DialogsProps {
  asked: Dialog;
  tiles: readonly Tile[];
  tabId: string;
  values: BoardValues;
  add: (widget: Widget) => void;
  configure: ReturnType<typeof useTiles>['configure'];
  close: () => void;
}

/** What was asked for over the dashboard, if anything. */
export function Dialogs({ asked, tiles, tabId, values, add, configure, close }: DialogsProps) {
  if (asked?.kind === 'add') return <AddDialog tabId={tabId} values={values} add={add} close={close} />;
  if (asked?.kind === 'boards') return <BoardsDialog close={close} />;
  if (asked?.kind !== 'settings') return null;
  const tile = tiles.find(({ id }) => id === asked.tile);
  const widget = tile && widgets.get(tile.widget);
  if (!tile || !widget) return null;
  return (
    <SettingsDialog
      widget={widget}
      settings={settingsOf(widget, tile.settings, tile.version)}
      title={tile.title}
      overrides={{ ...(tile.own && { own: tile.own }), ...(tile.ownValues && { ownValues: tile.ownValues }) }}
      tabId={tabId}
      board={values}
      save={(settings, title, overrides) =>
        configure(tile.id, { settings, version: widget.version, title, overrides })
      }
      close={close}
    />
  );
}
