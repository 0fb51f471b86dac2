import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { createRoot } from 'react-dom/client';

const ROWS = 1_000_000;
const COLUMNS = 40;
const ROW_PX = 26;
const COLUMN_PX = 110;
const size = new URLSearchParams(location.search);

/** The peer: rows and columns by react-virtual alone, text computed in place, nothing else on the page. */
function Table() {
  const viewport = useRef<HTMLDivElement>(null);
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
    <div
      ref={viewport}
      id="viewport"
      style={{ width: Number(size.get('w')), height: Number(size.get('h')), overflow: 'auto' }}
    >
      <div style={{ position: 'relative', height: rows.getTotalSize(), width: columns.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            style={{
              position: 'absolute',
              top: 0,
              width: '100%',
              height: ROW_PX,
              transform: `translateY(${row.start}px)`,
            }}
          >
            {columns.getVirtualItems().map((column) => (
              <div key={column.key} className="cell" style={{ left: column.start, width: column.size }}>
                {`${row.index} · ${column.index}`}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Table />);
