import { type KeyboardEvent, useState } from 'react';
import { useT } from '../kit/index.ts';
import { widgetTitle, widgets } from './catalogue.ts';
import { type Shift, shifted, type Tile } from './document.ts';

interface Held {
  id: string;
  tiles: readonly Tile[];
}

interface KeyboardHand {
  tiles: readonly Tile[];
  /** Tiles may be arranged. */
  movable: boolean;
  place: (tiles: Tile[]) => void;
  remove: (id: string) => void;
  duplicate: (id: string) => void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrows move a tile by a place, with Shift they size it. */
function shiftOf({ key, shiftKey }: KeyboardEvent): Shift | undefined {
  const step = ARROWS[key];
  return step && (shiftKey ? { w: step[0], h: step[1] } : { x: step[0], y: step[1] });
}

/** A tile that is grabbed by a key moves under the arrows until it is dropped, or is put back by Escape. */
export function useKeyboardHand({ tiles, movable, place, remove, duplicate }: KeyboardHand) {
  const t = useT('widgets');
  const [held, setHeld] = useState<Held>();
  const [announcement, announce] = useState('');
  const nameOf = ({ title, widget }: Tile) => title ?? widgetTitle(widget, false);
  const shown = movable && held ? held.tiles : tiles;

  const grab = (tile: Tile) => {
    setHeld({ id: tile.id, tiles });
    announce(t('hand.grabbed', { name: nameOf(tile) }));
  };
  const drop = (tile: Tile) => {
    if (held) place([...held.tiles]);
    setHeld(undefined);
    announce(t('hand.dropped', { name: nameOf(tile) }));
  };
  const restore = (tile: Tile) => {
    setHeld(undefined);
    announce(t('hand.restored', { name: nameOf(tile) }));
  };
  const move = (tile: Tile, shift: Shift) => {
    const size = widgets.get(tile.widget)?.size;
    const least = { w: size?.minW ?? 2, h: size?.minH ?? 3 };
    const next = shifted(shown, tile.id, shift, least);
    setHeld({ id: tile.id, tiles: next });
    const { x, y, w, h } = next.find(({ id }) => id === tile.id)!;
    announce(t('hand.place', { x: x + 1, y: y + 1, w, h }));
  };

  /** What the key does to this tile; undefined where it does nothing. */
  function actionOf(event: KeyboardEvent, tile: Tile): (() => void) | undefined {
    const isHeld = held?.id === tile.id;
    const shift = shiftOf(event);
    if (isHeld && shift) return () => move(tile, shift);
    if (isHeld && event.key === 'Escape') return () => restore(tile);
    if (event.key === 'Enter' || event.key === ' ') return () => (isHeld ? drop(tile) : grab(tile));
    if (isHeld || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (event.key === 'Delete') return () => remove(tile.id);
    return event.key === 'd' ? () => duplicate(tile.id) : undefined;
  }
  return {
    shown,
    held: held?.id,
    announcement,
    /** Of the tile itself; its buttons have keys of their own. */
    onKeyDown(event: KeyboardEvent) {
      const box = event.target as HTMLElement;
      const id = box.classList.contains('tile') ? box.parentElement?.dataset['tile'] : undefined;
      const tile = movable ? shown.find((each) => each.id === id) : undefined;
      const action = tile && actionOf(event, tile);
      if (!action) return;
      event.preventDefault();
      action();
    },
    onBlur(event: { target: EventTarget }) {
      const box = event.target as HTMLElement;
      if (held && box.parentElement?.dataset['tile'] === held.id) setHeld(undefined);
    },
  };
}
