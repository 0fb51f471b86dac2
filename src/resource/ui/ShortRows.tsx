import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import './shortRows.css';

interface ShortColumn {
  id: string;
  title: string;
  /** Figures, at the end of the cell. */
  end?: boolean;
  /** Percent of the width: it takes what the others leave, and cuts what does not fit. */
  wide?: number | undefined;
}

interface ShortRowsProps<T> {
  label: string;
  head: readonly ShortColumn[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** A heading before the first row of each group. */
  groupOf?: (row: T) => string;
  chosen: string | undefined;
  choose: (key: string) => void;
  cells: (row: T) => readonly ReactNode[];
}

const cellOf = ({ id, end, wide }: ShortColumn) => ({
  'data-col': id,
  className: end ? 'pd-number' : undefined,
  ...(wide !== undefined && {
    'data-wide': true,
    style: { '--short-wide': `${wide}%` } as CSSProperties,
  }),
});

function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-key]')];
  const at = rows.indexOf((event.target as HTMLElement).closest('tr') as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  const next = to === undefined ? undefined : rows[to];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** A short list in which one row is chosen, by click or arrow. */
export function ShortRows<T>({
  label,
  head,
  rows,
  keyOf,
  groupOf,
  chosen,
  choose,
  cells,
}: ShortRowsProps<T>) {
  const stop = rows.some((row) => keyOf(row) === chosen) ? chosen : rows[0] && keyOf(rows[0]);
  return (
    <table className="short-rows" aria-label={label} onKeyDown={walk}>
      <thead>
        <tr>
          {head.map((column) => (
            <th key={column.id} scope="col" {...cellOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row, at) => {
          const key = keyOf(row);
          const group = groupOf?.(row);
          const before = rows[at - 1];
          const isFirst = group !== undefined && (!before || groupOf?.(before) !== group);
          return [
            isFirst && (
              <tr key={`group ${group}`} className="short-group">
                <th scope="rowgroup" colSpan={head.length}>
                  {group}
                </th>
              </tr>
            ),
            <tr
              key={key}
              data-key={key}
              tabIndex={key === stop ? 0 : -1}
              aria-selected={key === chosen}
              onFocus={() => choose(key)}
              onClick={(event) => event.currentTarget.focus()}
            >
              {cells(row).map((cell, column) => (
                <td key={head[column]!.id} {...cellOf(head[column]!)}>
                  {cell}
                </td>
              ))}
            </tr>,
          ];
        })}
      </tbody>
    </table>
  );
}
