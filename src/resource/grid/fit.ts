import type { Column as GridColumn, GridApi } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { ClaimCell, type GridContext, type TagParams, TagCell, claimText, tagText } from './cells.ts';
import { type Column, contextOf, fixedClasses } from './columns.ts';
import { sizedColumns } from './columnState.ts';
import { keepFitted } from './fitted.ts';
import type { GridModel } from './model.ts';

/** Cell padding, borders and a pixel for fractions of one. */
export const PADDING = 16;
const SORT_SIGN = 16;
/** Texts whose weight is kept: states and names come again and again. */
const REMEMBERED = 5_000;
/** What may be cut, since the peek has it whole; numbers, dates, states and order numbers never are. */
const WIDEST: Readonly<Record<string, number>> = { text: 230, url: 220, json: 260, ref: 190, image: 120 };

/** Of so many texts that look widest the width is measured. */
const MEASURED = 3;
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\u2e80-\uffff]/u, 1.75],
  [/[,.:;'|!iljtfrI ·()[\]-]/, 0.5],
  [/[mwMW@%]/, 1.5],
  [/[A-Z+−]/, 1.15],
];

/** A text's width in digits, near enough to tell which of many to measure. */
export function weigh(text: string): number {
  let weight = 0;
  for (const sign of text) weight += WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 1;
  return weight;
}

/** The widest a column grows by itself; undefined where nothing of it may be cut. */
export const widestOf = (column: Column, model: GridModel): number | undefined =>
  contextOf(column).widest ?? WIDEST[model.resource.fields[column.colId ?? '']?.kind ?? ''];

function textOf(definition: Column, row: Row, context: GridContext): string {
  const { colId = '', cellRenderer, cellRendererParams, valueFormatter } = definition;
  if (cellRenderer === ClaimCell) return claimText(row, context, cellRendererParams).join('');
  if (cellRenderer === TagCell) return tagText(cellRendererParams as TagParams, row[colId], row);
  if (typeof valueFormatter !== 'function' || cellRenderer) return '';
  return valueFormatter({ data: row, value: row[colId] } as unknown as Parameters<typeof valueFormatter>[0]);
}

const classOf = (definition: Column): string =>
  definition.cellRenderer === TagCell ? 'pd-tag' : fixedClasses(definition);

export interface Fit {
  /** Rows that are about to be shown; a column grows before they are drawn. */
  rows(rows: readonly Row[]): void;
  /** Everything once more: other words, another size, another font. */
  again(): void;
  /** The grid can be seen: what came while it could not is measured now. */
  seen(): void;
}

/**
 * Columns as wide as their header and the widest value loaded, so that no figure is ever cut. They grow and never
 * shrink, which would move what a person reads; a column the person sized stays as it is.
 */
export function createFit(api: GridApi<Row>, root: HTMLElement, model: GridModel): Fit {
  let heaviest = new Map<string, { weight: number; text: string }[]>();
  const weighed = new Map<string, Set<string>>();
  const needed = new Map<string, number>();
  // A hidden grid has no layout to measure in.
  let late = false;
  const weights = new Map<string, number>();
  const weightOf = (text: string): number => {
    const known = weights.get(text) ?? weigh(text);
    if (weights.size > REMEMBERED) weights.clear();
    weights.set(text, known);
    return known;
  };

  function found(columns: readonly GridColumn<Row>[], rows: readonly Row[]): Set<string> {
    const grown = new Set<string>();
    for (const column of columns) {
      const definition = column.getColDef() as Column;
      const id = column.getColId();
      const { like } = contextOf(definition);
      const alike = weighed.get(id) ?? new Set();
      weighed.set(id, alike);
      for (const row of rows) {
        if (row.gap) continue;
        const likeness = like?.(row);
        if (likeness !== undefined && alike.has(likeness)) continue;
        if (likeness !== undefined) alike.add(likeness);
        const text = textOf(definition, row, api.getGridOption('context') as GridContext);
        const weight = weightOf(text);
        const known = heaviest.get(id) ?? [];
        const least = known.length < MEASURED ? 0 : known.at(-1)!.weight;
        if (weight <= least || known.some((each) => each.text === text)) continue;
        const next = [...known, { weight, text }].sort((a, b) => b.weight - a.weight);
        heaviest.set(id, next.slice(0, MEASURED));
        grown.add(id);
      }
    }
    return grown;
  }

  /** One layout for all: the texts stand hidden beside the grid in the dress of their cells. */
  function measure(columns: readonly GridColumn<Row>[]): number[][] {
    const bench = root.ownerDocument.createElement('div');
    bench.className = 'grid-bench';
    const pairs = columns.map((column) => {
      const definition = column.getColDef() as Column;
      const found = heaviest.get(column.getColId())?.map((each) => each.text) ?? [];
      const texts = [definition.headerName ?? '', ...found];
      return texts.map((text, at) => {
        const span = bench.appendChild(root.ownerDocument.createElement('span'));
        span.className = at === 0 ? '' : classOf(definition);
        span.textContent = text;
        return span;
      });
    });
    root.append(bench);
    const widths = pairs.map((pair) => pair.map((span) => span.getBoundingClientRect().width));
    bench.remove();
    return widths;
  }

  function grow(columns: readonly GridColumn<Row>[]): void {
    late ||= !root.checkVisibility();
    if (late) return;
    const sized = sizedColumns(api);
    const free = columns.filter((column) => column.isResizable() && !sized.has(column.getColId()));
    if (free.length === 0) return;
    const widths = measure(free);
    const wider = free.flatMap((column, at) => {
      const [header = 0, ...texts] = widths[at]!;
      const text = Math.max(0, ...texts);
      const most = widestOf(column.getColDef() as Column, model);
      const mono = classOf(column.getColDef() as Column).includes('pd-mono');
      const cell = most === undefined || mono ? text : Math.min(text, most - PADDING);
      const newWidth = Math.ceil(Math.max(header + (column.getSort() ? SORT_SIGN : 0), cell)) + PADDING;
      needed.set(column.getColId(), newWidth);
      return newWidth > column.getActualWidth() ? [{ key: column, newWidth }] : [];
    });
    if (heaviest.size > 0) keepFitted(root, model.resource.id, needed);
    if (wider.length > 0) api.setColumnWidths(wider, true, 'api');
  }

  const shown = (): GridColumn<Row>[] => (api.isDestroyed() ? [] : api.getAllDisplayedColumns());
  const again = (): void => {
    late = false;
    const columns = shown();
    heaviest = new Map();
    weighed.clear();
    found(
      columns,
      model.blocks.order().flatMap((id) => model.blocks.get(id) ?? []),
    );
    grow(columns);
  };
  return {
    rows(rows) {
      const columns = shown();
      const grown = found(columns, rows);
      if (grown.size > 0) grow(columns.filter((column) => grown.has(column.getColId())));
    },
    again,
    seen: () => late && again(),
  };
}
