import {
  DataEditor,
  type DataEditorRef,
  type GridCell,
  GridCellKind,
  type GridColumn,
  type Item,
} from '@glideapps/glide-data-grid';
import '@glideapps/glide-data-grid/dist/index.css';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { follow, LIVE_COLUMN, textOf } from './cells.ts';
import { COLUMN_PX, COLUMNS, HEADER_PX, HEIGHT, ROW_PX, ROWS, WIDTH } from './size.ts';

const columns: GridColumn[] = Array.from({ length: COLUMNS }, (_, column) => ({
  id: String(column),
  title: `Column ${column}`,
  width: COLUMN_PX,
}));

function cell([column, row]: Item): GridCell {
  const text = textOf(row, column);
  return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: false };
}

/** Draws on a canvas, in React 18, which its stable release wants. */
function Table() {
  const grid = useRef<DataEditorRef>(null);
  useEffect(
    () =>
      void follow((rows) =>
        grid.current?.updateCells([...rows].map((row) => ({ cell: [LIVE_COLUMN, row] as const }))),
      ),
    [],
  );
  return (
    <DataEditor
      ref={grid}
      columns={columns}
      rows={ROWS}
      getCellContent={cell}
      rowHeight={ROW_PX}
      headerHeight={HEADER_PX}
      width={WIDTH}
      height={HEIGHT}
      smoothScrollY
    />
  );
}

createRoot(document.getElementById('root')!).render(<Table />);
