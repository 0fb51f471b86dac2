import {
  AllCommunityModule,
  CellStyleModule,
  type ColDef,
  type GridApi,
  type GridOptions,
  type GridReadyEvent,
  InfiniteRowModelModule,
} from 'ag-grid-community';
import { AgGridProvider, AgGridReact } from 'ag-grid-react';
import { createRoot } from 'react-dom/client';
import { follow, LIVE_COLUMN, textOf } from './cells.ts';
import { COLUMN_PX, COLUMNS, HEADER_PX, HEIGHT, ROW_PX, ROWS, TUNED, WIDTH } from './size.ts';

interface Row {
  id: number;
}

const columns: ColDef<Row>[] = Array.from({ length: COLUMNS }, (_, column) => ({
  colId: String(column),
  headerName: `Column ${column}`,
  width: COLUMN_PX,
  // A formatter alone is the least that a cell can ask.
  [TUNED ? 'valueFormatter' : 'valueGetter']: ({ data }: { data: Row | undefined }) =>
    data ? textOf(data.id, column) : '',
}));

/** What makes the library's own rows cheapest. */
const tuned: GridOptions<Row> = {
  rowBuffer: 0,
  suppressRowTransform: true,
  suppressAnimationFrame: true,
  suppressRowHoverHighlight: true,
  suppressCellFocus: true,
  animateRows: false,
};

/**
 * The same library as the product's, with rows of its own: every option as it comes, or tuned. Only the row's height is
 * set, so that as much is drawn.
 */
function ready({ api }: GridReadyEvent<Row>): void {
  api.setGridOption('datasource', {
    getRows: ({ startRow, endRow, successCallback }) =>
      successCallback(
        Array.from({ length: Math.min(endRow, ROWS) - startRow }, (_, at) => ({ id: startRow + at })),
        ROWS,
      ),
  });
  if (!TUNED) void follow((rows) => paint(api, rows));
}

function paint(api: GridApi<Row>, rows: ReadonlySet<number>): void {
  const rowNodes = api.getRenderedNodes().filter((node) => node.data && rows.has(node.data.id));
  api.refreshCells({ rowNodes, columns: [String(LIVE_COLUMN)] });
  api.flashCells({ rowNodes, columns: [String(LIVE_COLUMN)] });
}

createRoot(document.getElementById('root')!).render(
  <div style={{ width: WIDTH, height: HEIGHT }}>
    <AgGridProvider modules={TUNED ? [InfiniteRowModelModule, CellStyleModule] : [AllCommunityModule]}>
      <AgGridReact<Row>
        {...(TUNED && tuned)}
        rowModelType="infinite"
        columnDefs={columns}
        rowHeight={ROW_PX}
        headerHeight={HEADER_PX}
        getRowId={({ data }) => String(data.id)}
        onGridReady={ready}
      />
    </AgGridProvider>
  </div>,
);
