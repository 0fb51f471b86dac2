import { useMemo } from 'react';
import { type Widget, toast, translate } from '../kit/index.ts';
import type { Overrides } from './Followed.tsx';
import type { Board } from './board.ts';
import { MAX_ITEMS, type Tile, compacted, freePlace, settled, undone } from './document.ts';
import { heldOf } from './values.ts';

const newId = (): string => `w${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

const STEPS_MOST = 50;

/** What a tile is set to: settings of that version, and a title of its own. */
interface Configured {
  settings: Record<string, unknown>;
  version: number;
  title: string | undefined;
  overrides: Overrides;
}

/** Changes of a dashboard's tiles, each of which can be taken back by itself. */
function editsOf(board: Board) {
  const tiles = () => board.state.document.tiles;
  const set = (next: Tile[]) => board.change({ ...board.state.document, tiles: next });
  const isFull = (count: number) => {
    if (count <= MAX_ITEMS) return false;
    toast.warning(translate('widgets:dashboard.full', { count: MAX_ITEMS }));
    return true;
  };
  /** The latest last. */
  const steps: (() => void)[] = [];
  /** Does it, and offers to undo this one step: in a message for as long as it can be read, and by a key. */
  const step = (text: string, next: Tile[]) => {
    const before = tiles();
    set(next);
    const undo = () => {
      const at = steps.indexOf(undo);
      if (at < 0) return;
      steps.splice(at, 1);
      const back = undone(tiles(), before, next);
      if (!isFull(back.length)) set(back);
    };
    steps.push(undo);
    if (steps.length > STEPS_MOST) steps.shift();
    toast.info(text, { key: 'tile', action: { label: translate('widgets:tile.undo'), run: undo } });
  };
  return { tiles, set, isFull, step, undoLatest: () => steps.at(-1)?.() };
}

/** What can be done to the tiles of a dashboard; each reads what is on it at that moment. */
export function useTiles(board: Board) {
  return useMemo(() => {
    const { tiles, set, isFull, step, undoLatest } = editsOf(board);
    return {
      /** As a hand has moved or sized them. */
      place(next: Tile[]) {
        if (JSON.stringify(next) !== JSON.stringify(tiles())) step(translate('widgets:tile.moved'), next);
      },
      /** Closes the gaps between tiles. */
      compact() {
        const next = compacted(tiles());
        if (JSON.stringify(next) === JSON.stringify(settled(tiles())))
          toast.info(translate('widgets:tile.noGaps'), { key: 'tile' });
        else step(translate('widgets:tile.compacted'), next);
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
        step(translate('widgets:tile.added'), [
          ...shown,
          { id: made, widget: id, version, settings, ...place },
        ]);
        return made;
      },
      remove(id: string) {
        const next = tiles().filter((tile) => tile.id !== id);
        step(translate('widgets:tile.removed'), next);
      },
      /** The id of the copy; none where the dashboard is full. */
      duplicate(id: string): string | undefined {
        const shown = settled(tiles());
        const tile = shown.find((each) => each.id === id);
        if (!tile || isFull(shown.length + 1)) return undefined;
        const copy = { ...tile, ...freePlace(shown, tile), id: newId() };
        step(translate('widgets:tile.duplicated'), [...shown, copy]);
        return copy.id;
      },
      /** Takes back the latest step that has not been taken back. */
      undo: undoLatest,
      configure: (id: string, { title, overrides: { own = [], ownValues = {} }, ...given }: Configured) =>
        set(
          tiles().map((tile) => {
            if (tile.id !== id) return tile;
            const { title: _title, own: _own, ownValues: _ownValues, ...rest } = tile;
            return {
              ...rest,
              ...given,
              ...(title !== undefined && { title }),
              ...(own.length > 0 && { own }),
              ...(heldOf(ownValues).length > 0 && { ownValues }),
            };
          }),
        ),
      async restore() {
        step(translate('widgets:dashboard.restored'), (await board.restored()).tiles);
      },
    };
  }, [board]);
}
