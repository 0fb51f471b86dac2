import './figures.css';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { type Figures, useFigures } from '../widgetHost.ts';

/** Narrower tiles leave the column out; px of the table. */
export type From = 240 | 300 | 360 | 440 | 520 | 640 | 780;

export interface FigureColumn<T> {
  id: string;
  title: string;
  render: (row: T) => ReactNode;
  /** As a file carries it; a column without it is for the eye. */
  plain?: (row: T) => string;
  /** The list behind a figure; undefined where there is none. */
  open?: (row: T) => (() => void) | undefined;
  /** Names and tags start at the left, figures end at the right. */
  start?: boolean;
  from?: From;
}

interface FigureTableProps<T> {
  /** What the rows are, for readers. */
  label: string;
  columns: readonly FigureColumn<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Of all there is, below the rows. */
  total?: T | undefined;
}

const FIGURES = 'button';

/** From figure to figure by the arrows; the table is one stop of the Tab key. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
  };
  const step = steps[event.key];
  const from = (event.target as HTMLElement).closest<HTMLElement>('th,td');
  if (!step || !from) return;
  const lines = [...event.currentTarget.querySelectorAll('tbody tr, tfoot tr')].map((line) => [
    ...line.querySelectorAll<HTMLElement>(FIGURES),
  ]);
  const shown = lines.map((line) => line.filter((button) => button.checkVisibility()));
  const row = shown.findIndex((line) => line.some((button) => from.contains(button)));
  const at = shown[row]?.findIndex((button) => from.contains(button)) ?? -1;
  const next =
    step[0] === 0
      ? shown[row]?.[at + step[1]]
      : (shown[row + step[0]]?.[Math.max(0, at)] ?? shown[row + step[0]]?.at(-1));
  if (!next) return;
  event.preventDefault();
  for (const button of shown.flat()) button.tabIndex = button === next ? 0 : -1;
  next.focus();
  next.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

function Cell<T>({ column, row, first }: { column: FigureColumn<T>; row: T; first: boolean }) {
  const open = column.open?.(row);
  const content = column.render(row);
  if (!open) return <>{content}</>;
  return (
    <button type="button" className="fig-open" tabIndex={first ? 0 : -1} onClick={open}>
      {content}
    </button>
  );
}

const classOf = ({ start, from }: Pick<FigureColumn<never>, 'start' | 'from'>): string =>
  [start ? 'fig-start' : 'pd-number', from ? `fig-${from}` : ''].filter(Boolean).join(' ');

interface LineProps<T> {
  columns: readonly FigureColumn<T>[];
  row: T;
  first: boolean;
}

function Line<T>({ columns, row, first }: LineProps<T>) {
  const opening = columns.findIndex(({ open }) => open?.(row));
  return (
    <tr>
      {columns.map((column, at) => {
        const Tag = at === 0 ? 'th' : 'td';
        return (
          <Tag key={column.id} {...(at === 0 && { scope: 'row' })} className={classOf(column)}>
            <Cell column={column} row={row} first={first && at === opening} />
          </Tag>
        );
      })}
    </tr>
  );
}

function useCopied<T>({ columns, rows, total }: FigureTableProps<T>): Figures {
  return useMemo(() => {
    const carried = columns.filter(({ plain }) => plain);
    const lines = total === undefined ? rows : [...rows, total];
    return {
      head: carried.map(({ title }) => title),
      rows: lines.map((row) => carried.map(({ plain }) => plain!(row))),
    };
  }, [columns, rows, total]);
}

/** Figures in rows: aligned, each with the list behind it, leaving out columns where a tile is narrow. */
export function FigureTable<T>(props: FigureTableProps<T>) {
  const { label, columns, rows, keyOf, total } = props;
  useFigures(useCopied(props));
  return (
    <div className="tile-rows fig-box">
      <table className="fig" aria-label={label} onKeyDown={walk}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Line key={keyOf(row)} columns={columns} row={row} first={at === 0} />
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <Line columns={columns} row={total} first={rows.length === 0} />
          </tfoot>
        )}
      </table>
    </div>
  );
}
