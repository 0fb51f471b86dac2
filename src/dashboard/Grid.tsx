import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import GridLayout, { type Layout, type LayoutItem, useContainerWidth } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import type { BoardValues } from '../kit/figures/board.ts';
import { watchSize } from '../kit/index.ts';
import { Tile, type TileActions } from './Tile.tsx';
import { useKeyboardHand } from './useKeyboardHand.ts';
import { widgets } from './catalogue.ts';
import { COLUMNS, type Tile as TileRecord, narrowed } from './document.ts';
import { MARGIN, ROW, rowHeight } from './rows.ts';

const MARGINS = { margin: [MARGIN, MARGIN], containerPadding: [MARGIN, MARGIN] } as const;
const DRAG = { handle: '.tile-header', cancel: '.tile-tools,.tile-stale', bounded: false, threshold: 3 };
/** Narrower windows get fewer columns, derived and never saved. */
const WIDTHS: readonly [number, number][] = [
  [900, COLUMNS],
  [520, 12],
  [0, 6],
];

function itemOf(tile: TileRecord, columns: number): LayoutItem {
  const size = widgets.get(tile.widget)?.size;
  const { id: i, x, y, w, h } = tile;
  return { i, x, y, w, h, minW: Math.min(size?.minW ?? 2, columns), minH: size?.minH ?? 3 };
}

/** Under a hand that arranges them the rows keep their height: moving one tile resizes no other. */
function useRowHeight(tiles: readonly TileRecord[], height: number, editing: boolean): number {
  const [kept, setKept] = useState<{ panel: number; row: number }>();
  const row = editing && kept?.panel === height ? kept.row : rowHeight(tiles, height);
  if (editing ? kept?.panel !== height : kept !== undefined)
    setKept(editing ? { panel: height, row } : undefined);
  return row;
}

function useHeight() {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    return watchSize(box.current, ({ contentRect }) => setHeight(Math.floor(contentRect.height)));
  }, []);
  return { box, height };
}

export interface GridProps {
  tiles: readonly TileRecord[];
  tabId: string;
  values: BoardValues;
  editing: boolean;
  actions: TileActions;
  place: (tiles: TileRecord[]) => void;
  /** The tile that has just come: it is brought into view. */
  added: string | undefined;
}

const ADDED_MS = 1_600;

const LAID_OUT_MS = 250;

/** The first free place may be out of sight: the person is taken there once the grid has laid it out. */
function showAdded(place: HTMLElement): void {
  const tile = place.querySelector('.tile');
  place.scrollIntoView({ block: 'nearest' });
  place.querySelector<HTMLElement>('.tile-more')?.focus({ preventScroll: true });
  tile?.classList.add('tile-added');
  setTimeout(() => tile?.classList.remove('tile-added'), ADDED_MS);
}

/** Brings the tile that has just come into view. */
function useAdded(box: RefObject<HTMLElement | null>, added: string | undefined): void {
  useEffect(() => {
    if (added === undefined) return;
    const timer = setTimeout(() => {
      const place = box.current?.querySelector<HTMLElement>(`[data-tile="${added}"]`);
      if (place) showAdded(place);
    }, LAID_OUT_MS);
    return () => clearTimeout(timer);
  }, [added, box]);
}

/** A hand on a tile: `frozen` while it drags or sizes one, and `stop` hands over where it let go. */
function useHand(box: RefObject<HTMLElement | null>, moved: (next: Layout) => void) {
  const [frozen, setFrozen] = useState(false);
  const letSelect = (userSelect: '' | 'none'): void => {
    if (box.current) box.current.ownerDocument.body.style.userSelect = userSelect;
  };
  return {
    frozen,
    start() {
      setFrozen(true);
      // The pointer leaves the tile; no text on its way is meant.
      letSelect('none');
    },
    stop(next: Layout) {
      setFrozen(false);
      letSelect('');
      moved(next);
    },
  };
}

export function Grid({ tiles, tabId, values, editing, actions, place, added }: GridProps) {
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true });
  const { box, height } = useHeight();
  const columns = WIDTHS.find(([least]) => width >= least)![1];
  const canonical = columns === COLUMNS;
  const row = useRowHeight(tiles, height, editing);
  const movable = editing && canonical;
  const { remove, duplicate } = actions;
  const keys = useKeyboardHand({ tiles, movable, place, remove, duplicate });
  const layout = useMemo(
    () => narrowed(keys.shown, columns).map((tile) => itemOf(tile, columns)),
    [keys.shown, columns],
  );
  const { frozen, start, stop } = useHand(box, (next) => {
    if (!canonical) return;
    const places = new Map(next.map((item) => [item.i, item]));
    place(
      tiles.map((tile) => {
        const { x, y, w, h } = places.get(tile.id) ?? tile;
        return { ...tile, x, y, w, h };
      }),
    );
  });
  useAdded(box, added);
  return (
    <div ref={box} className="dash-scroll" onKeyDown={keys.onKeyDown} onBlur={keys.onBlur}>
      <p className="pd-hidden" aria-live="assertive">
        {keys.announcement}
      </p>
      <div ref={containerRef} className={`dash-grid${movable ? ' dash-grid-editing' : ''}`}>
        {mounted && (
          <GridLayout
            width={width}
            layout={layout}
            gridConfig={{ ...MARGINS, cols: columns, rowHeight: canonical ? row : ROW }}
            dragConfig={{ ...DRAG, enabled: movable }}
            resizeConfig={{ enabled: movable, handles: ['se', 'e', 's'] }}
            onDragStart={start}
            onResizeStart={start}
            onDragStop={stop}
            onResizeStop={stop}
          >
            {tiles.map((tile) => (
              <div key={tile.id} data-tile={tile.id} data-held={tile.id === keys.held || undefined}>
                <Tile
                  tile={tile}
                  tabId={tabId}
                  values={values}
                  editing={editing}
                  frozen={frozen}
                  actions={actions}
                />
              </div>
            ))}
          </GridLayout>
        )}
      </div>
    </div>
  );
}
