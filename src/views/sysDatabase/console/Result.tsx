import type { ColDef, GridOptions } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useMemo, useState } from 'react';
import type { ConsoleAnswer } from '../../../../contract/sqlConsole.ts';
import { copyText, gridHeights, useT, useTheme } from '../../../kit/index.ts';
import { modulesOf } from '../../../resource/grid/modules.ts';
import { gridTheme } from '../../../resource/grid/theme.ts';

type Line = Record<string, string | null>;

const NUMBERS = /^(?:bigint|integer|smallint|numeric|real|double precision|money|oid)$/;
const WIDTHS = { least: 70, most: 360, character: 7.5, room: 24 };
/** Rows whose length decides the width of a column. */
const LOOKED_AT = 60;

const widthOf = (at: number, name: string, { rows }: ConsoleAnswer): number => {
  const longest = Math.max(name.length, ...rows.slice(0, LOOKED_AT).map((row) => row[at]?.length ?? 4));
  return Math.min(WIDTHS.most, Math.max(WIDTHS.least, longest * WIDTHS.character + WIDTHS.room));
};

function columnsOf(answer: ConsoleAnswer): ColDef<Line>[] {
  return answer.columns.map(({ name, type }, at) => ({
    colId: String(at),
    headerName: name,
    width: widthOf(at, name, answer),
    valueGetter: ({ data }) => (data ? (data[at] ?? 'null') : ''),
    cellClass: ({ data }) =>
      `${NUMBERS.test(type) ? 'pd-number sql-end ' : ''}${data && data[at] === null ? 'pd-muted' : ''}`,
    headerClass: NUMBERS.test(type) ? 'ag-right-aligned-header' : '',
  }));
}

const FIXED: GridOptions<Line> = {
  theme: gridTheme,
  rowModelType: 'infinite',
  cacheBlockSize: 200,
  animateRows: false,
  suppressOverlays: ['loading', 'noRows'],
  defaultColDef: { resizable: true, sortable: false, suppressHeaderMenuButton: true, suppressMovable: true },
};

/** The rows that a statement gave; the cell under the keyboard is shown whole below, and Ctrl+C copies it. */
export function Result({ answer }: { answer: ConsoleAnswer }) {
  const t = useT('develop');
  const { size } = useTheme();
  const [cell, setCell] = useState<string | null>();
  const { columnDefs, datasource } = useMemo(
    () => ({
      columnDefs: columnsOf(answer),
      datasource: {
        rowCount: answer.rows.length,
        getRows: ({ startRow, endRow, successCallback }) =>
          successCallback(
            answer.rows.slice(startRow, endRow).map((row) => Object.fromEntries(row.entries())),
            answer.rows.length,
          ),
      } satisfies GridOptions<Line>['datasource'],
    }),
    [answer],
  );
  return (
    <div className="sql-result">
      <div className="sql-grid" data-rows={answer.rows.length}>
        <AgGridReact<Line>
          {...FIXED}
          {...gridHeights(size)}
          modules={modulesOf()}
          columnDefs={columnDefs}
          datasource={datasource}
          onCellFocused={({ rowIndex, column }) =>
            setCell(
              rowIndex === null || !column || typeof column === 'string'
                ? undefined
                : answer.rows[rowIndex]?.[Number(column.getColId())],
            )
          }
          onCellKeyDown={({ event }) => {
            const { key, ctrlKey, metaKey } = event as KeyboardEvent;
            if (key === 'c' && (ctrlKey || metaKey) && cell) void copyText(cell);
          }}
        />
      </div>
      {cell && (
        <pre className="sql-cell pd-mono" aria-label={t('sysDatabase.console.cell')}>
          {cell}
        </pre>
      )}
    </div>
  );
}
