import type { ColDef, GridApi, GridOptions } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { BLOCK } from './loaded.ts';
import { modulesOf } from './modules.ts';
import { lendPins } from './pins.ts';
import { gridTheme } from './theme.ts';

const defaultColDef: ColDef<Row> = {
  resizable: true,
  suppressHeaderMenuButton: true,
  sortingOrder: ['desc', 'asc'],
};
/** So many rows fewer than are in view: AG Grid draws none. */
const NO_ROWS = -1_000_000;
/** What never changes while a grid lives. */
const FIXED: GridOptions<Row> = {
  theme: gridTheme,
  rowModelType: 'infinite',
  defaultColDef,
  // The rows are ours (docs/adr/grid-rows.md); its own would be made and thrown away with every row that scrolls by.
  rowBuffer: NO_ROWS,
  suppressCellFocus: true,
  cacheBlockSize: BLOCK,
  // Until the first block is there the whole height shows rows on their way.
  infiniteInitialRowCount: 60,
  maxBlocksInCache: 30,
  maxConcurrentDatasourceRequests: 2,
  blockLoadDebounceMillis: 0,
  animateRows: false,
  suppressColumnMoveAnimation: true,
  suppressDragLeaveHidesColumns: true,
  suppressMultiSort: true,
  suppressOverlays: ['loading', 'noRows'],
  suppressScrollOnNewData: true,
  processUnpinnedColumns: lendPins,
};

interface GridHostProps extends Pick<GridOptions<Row>, 'columnDefs' | 'context'> {
  rowHeight: number;
  headerHeight: number;
  /** The grid, once it is ready; undefined before and after. */
  api: GridApi<Row> | undefined;
  setApi: (api: GridApi<Row> | undefined) => void;
}

/** Rows of another height: the place in the list stays, not the pixel. */
function useKeptPlace(api: GridApi<Row> | undefined, rowHeight: number): void {
  const before = useRef(rowHeight);
  const top = useRef(0);
  // Before the grid takes the height over, which is an effect of its own.
  useLayoutEffect(() => {
    if (!api || api.isDestroyed() || before.current === rowHeight) return;
    top.current = Math.round(api.getVerticalPixelRange().top / before.current);
  }, [api, rowHeight]);
  useEffect(() => {
    if (before.current === rowHeight) return;
    before.current = rowHeight;
    if (api && !api.isDestroyed() && top.current > 0) api.ensureIndexVisible(top.current, 'top');
  }, [api, rowHeight]);
}

/** AG Grid with its columns, header, scroll bars and blocks, but no rows. */
export function GridHost({ api, setApi, ...options }: GridHostProps) {
  const root = useRef<HTMLDivElement>(null);
  useKeptPlace(api, options.rowHeight);
  // A grid made in a pop-out outlives it, but an observer ends with the window it is of: those of a grid are the
  // page's, wherever it is made.
  const ready = useRef(false);
  const getDocument = useRef(() => (ready.current ? (root.current?.ownerDocument ?? document) : document));
  useEffect(() => () => setApi(undefined), [setApi]);
  return (
    <div className="grid-frame" ref={root}>
      <AgGridReact<Row>
        {...FIXED}
        {...options}
        modules={modulesOf()}
        getDocument={getDocument.current}
        onGridReady={(event) => {
          ready.current = true;
          setApi(event.api);
        }}
      />
    </div>
  );
}
