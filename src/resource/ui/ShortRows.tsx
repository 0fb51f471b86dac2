import type { KeyboardEvent, ReactNode } from 'react';
import './shortRows.css';

interface ShortRowsProps<T> {
  label: string;
  head: readonly { id: string; title: string; end?: boolean }[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** A heading before the first row of each group. */
  groupOf?: (row: T) => string;
  chosen: string | undefined;
  choose: (key: string) => void;
  cells: (row: T) => readonly ReactNode[];
}

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
          {head.map(({ id, title, end }) => (
            <th key={id} scope="col" data-col={id} className={end ? 'pd-number' : undefined}>
              {title}
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
                <td
                  key={head[column]!.id}
                  data-col={head[column]!.id}
                  className={head[column]!.end ? 'pd-number' : undefined}
                >
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
