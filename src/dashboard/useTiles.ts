import { useMemo } from 'react';
import { type Widget, toast, translate } from '../kit/index.ts';
import type { Board } from './board.ts';
import { shippedDocument } from './board.ts';
import { settingsOf, widgets } from './catalogue.ts';
import { MAX_ITEMS, type Tile, freePlace, settled } from './document.ts';

const newId = (): string => `w${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

/** What can be done to the tiles of a dashboard; each reads what is on it at that moment. */
export function useTiles(board: Board) {
  return useMemo(() => {
    const tiles = () => board.state.document.tiles;
    const set = (next: Tile[]) => board.change({ ...board.state.document, tiles: next });
    const undoable = (text: string, before: Tile[]) =>
      toast.info(text, {
        key: 'tile',
        action: { label: translate('widgets:tile.undo'), run: () => set(before) },
      });
    return {
      /** As a hand has moved or sized them. */
      place(next: Tile[]) {
        const before = tiles();
        if (JSON.stringify(next) === JSON.stringify(before)) return;
        set(next);
        undoable(translate('widgets:tile.moved'), before);
      },
      /** The id of the new tile; none where the dashboard is full. */
      add(widget: Widget): string | undefined {
        if (tiles().length >= MAX_ITEMS) {
          toast.warning(translate('widgets:dashboard.full', { count: MAX_ITEMS }));
          return undefined;
        }
        // A tile that went leaves a hole in what is stored, which those below it have filled on screen.
        const shown = settled(tiles());
        const place = freePlace(shown, widget.size);
        const settings = { ...widget.defaults };
        const { id, version } = widget;
        const made = newId();
        set([...shown, { id: made, widget: id, version, settings, ...place }]);
        return made;
      },
      remove(id: string) {
        const before = tiles();
        set(before.filter((tile) => tile.id !== id));
        undoable(translate('widgets:tile.removed'), before);
      },
      configure: (id: string, settings: Record<string, unknown>, version: number) =>
        set(tiles().map((tile) => (tile.id === id ? { ...tile, settings, version } : tile))),
      /** One period or currency for every widget that has it, so that their figures stand on the same base. */
      configureAll: (name: string, value: unknown) =>
        set(
          tiles().map((tile) => {
            const widget = widgets.get(tile.widget);
            if (!widget || !(name in widget.settings)) return tile;
            const settings = { ...settingsOf(widget, tile.settings, tile.version), [name]: value };
            return {
              ...tile,
              version: widget.version,
              settings: settingsOf(widget, settings, widget.version),
            };
          }),
        ),
      async restore() {
        const before = tiles();
        set((await shippedDocument()).tiles);
        undoable(translate('widgets:dashboard.restored'), before);
      },
    };
  }, [board]);
}
