import { useMemo, useState } from 'react';
import GridLayout, { type Layout, type LayoutItem, useContainerWidth } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import { Tile, type TileActions } from './Tile.tsx';
import { widgets } from './catalogue.ts';
import { COLUMNS, type Tile as TileRecord, narrowed } from './document.ts';

const ROW = 24;
const MARGIN = 6;
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

interface GridProps {
  tiles: readonly TileRecord[];
  tabId: string;
  editing: boolean;
  actions: TileActions;
  place: (tiles: TileRecord[]) => void;
}

export function Grid({ tiles, tabId, editing, actions, place }: GridProps) {
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true });
  const [frozen, setFrozen] = useState(false);
  const columns = WIDTHS.find(([least]) => width >= least)![1];
  const canonical = columns === COLUMNS;
  const layout = useMemo(
    () => narrowed(tiles, columns).map((tile) => itemOf(tile, columns)),
    [tiles, columns],
  );
  const stop = (next: Layout) => {
    setFrozen(false);
    if (!canonical) return;
    const places = new Map(next.map((item) => [item.i, item]));
    place(
      tiles.map((tile) => {
        const { x, y, w, h } = places.get(tile.id) ?? tile;
        return { ...tile, x, y, w, h };
      }),
    );
  };
  const start = () => setFrozen(true);
  const movable = editing && canonical;
  return (
    <div ref={containerRef} className={`dash-grid${movable ? ' dash-grid-editing' : ''}`}>
      {mounted && (
        <GridLayout
          width={width}
          layout={layout}
          gridConfig={{
            cols: columns,
            rowHeight: ROW,
            margin: [MARGIN, MARGIN],
            containerPadding: [MARGIN, MARGIN],
          }}
          dragConfig={{
            enabled: movable,
            handle: '.tile-header',
            cancel: '.tile-tools,.tile-stale',
            bounded: false,
            threshold: 3,
          }}
          resizeConfig={{ enabled: movable, handles: ['se', 'e', 's'] }}
          onDragStart={start}
          onResizeStart={start}
          onDragStop={stop}
          onResizeStop={stop}
        >
          {tiles.map((tile) => (
            <div key={tile.id}>
              <Tile tile={tile} tabId={tabId} editing={editing} frozen={frozen} actions={actions} />
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  );
}
