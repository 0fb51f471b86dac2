import { useMemo } from 'react';
import type { Variable } from '../kit/figures/board.ts';
import { type Widget, toast, translate } from '../kit/index.ts';
import type { Board } from './board.ts';
import { shippedDocument } from './board.ts';
import { MAX_ITEMS, type Tile, freePlace, settled, undone } from './document.ts';

const newId = (): string => `w${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

/** What a tile is set to: settings of that version, and a title of its own. */
interface Configured {
  settings: Record<string, unknown>;
  version: number;
  title: string | undefined;
  /** Variables of the dashboard that it does not follow. */
  own: readonly Variable[];
}

/** What can be done to the tiles of a dashboard; each reads what is on it at that moment. */
export function useTiles(board: Board) {
  return useMemo(() => {
    const tiles = () => board.state.document.tiles;
    const set = (next: Tile[]) => board.change({ ...board.state.document, tiles: next });
    const isFull = (count: number) => {
      if (count <= MAX_ITEMS) return false;
      toast.warning(translate('widgets:dashboard.full', { count: MAX_ITEMS }));
      return true;
    };
    /** Does it, and offers to undo this one step, for as long as the message can be read. */
    const step = (text: string, next: Tile[]) => {
      const before = tiles();
      set(next);
      const undo = () => {
        const back = undone(tiles(), before, next);
        if (!isFull(back.length)) set(back);
      };
      toast.info(text, { key: 'tile', action: { label: translate('widgets:tile.undo'), run: undo } });
    };
    return {
      /** As a hand has moved or sized them. */
      place(next: Tile[]) {
        if (JSON.stringify(next) !== JSON.stringify(tiles())) step(translate('widgets:tile.moved'), next);
      },
      /** The id of the new tile; none where the dashboard is full. */
      add(widget: Widget): string | undefined {
        if (isFull(tiles().length + 1)) return undefined;
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
        const next = tiles().filter((tile) => tile.id !== id);
        step(translate('widgets:tile.removed'), next);
      },
      configure: (id: string, { title, own, ...given }: Configured) =>
        set(
          tiles().map((tile) => {
            if (tile.id !== id) return tile;
            const { title: _title, own: _own, ...rest } = tile;
            return {
              ...rest,
              ...given,
              ...(title !== undefined && { title }),
              ...(own.length > 0 && { own }),
            };
          }),
        ),
      async restore() {
        step(translate('widgets:dashboard.restored'), (await shippedDocument()).tiles);
      },
    };
  }, [board]);
}
