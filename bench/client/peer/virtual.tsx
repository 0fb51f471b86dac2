import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useReducer, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { follow, textOf } from './cells.ts';
import { COLUMN_PX, COLUMNS, HEIGHT, ROW_PX, ROWS, WIDTH } from './size.ts';

/** The floor: rows and columns by react-virtual alone, nothing else on the page. */
function Table() {
  const viewport = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => void follow(redraw), []);
  const rows = useVirtualizer({
    count: ROWS,
    getScrollElement: () => viewport.current,
    estimateSize: () => ROW_PX,
    overscan: 2,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: COLUMNS,
    getScrollElement: () => viewport.current,
    estimateSize: () => COLUMN_PX,
    overscan: 1,
  });
  return (
    <div ref={viewport} id="scroller" style={{ width: WIDTH, height: HEIGHT, overflow: 'auto' }}>
      <div style={{ position: 'relative', height: rows.getTotalSize(), width: columns.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            className="row"
            data-index={row.index}
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {columns.getVirtualItems().map((column) => (
              <div key={column.key} className="cell" style={{ left: column.start, width: column.size }}>
                {textOf(row.index, column.index)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

createRoot(document.getElementById('root')!).render(<Table />);
