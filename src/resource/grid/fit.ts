import type { Column as GridColumn, GridApi } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { type GridContext, TagCell } from './cells.ts';
import { type Column, contextOf, fixedClasses } from './columns.ts';
import { sizedColumns } from './columnState.ts';
import { keepFitted } from './fitted.ts';
import { createHeaviest } from './heaviest.ts';
import type { GridModel } from './model.ts';

/** Cell padding, borders and a pixel for fractions of one. */
export const PADDING = 16;
const SORT_SIGN = 16;
/** What may be cut, since the peek has it whole; numbers, dates, states and order numbers never are. */
const WIDEST: Readonly<Record<string, number>> = { text: 230, url: 220, json: 260, ref: 190, image: 120 };

/** The widest a column grows by itself; undefined where nothing of it may be cut. */
export const widestOf = (column: Column, model: GridModel): number | undefined =>
  contextOf(column).widest ?? WIDEST[model.resource.fields[column.colId ?? '']?.kind ?? ''];

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

/** One layout for all: the texts stand hidden beside the grid in the dress of their cells. The header's comes first. */
function measure(
  root: HTMLElement,
  columns: readonly GridColumn<Row>[],
  textsOf: (column: string) => string[],
): number[][] {
  const bench = root.ownerDocument.createElement('div');
  bench.className = 'grid-bench';
  const pairs = columns.map((column) => {
    const definition = column.getColDef() as Column;
    const texts = [definition.headerName ?? '', ...textsOf(column.getColId())];
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

/** The width in which a column shows what was measured of it, as far as it may grow. */
function widthOf(column: GridColumn<Row>, [header = 0, ...texts]: number[], model: GridModel): number {
  const definition = column.getColDef() as Column;
  const text = Math.max(0, ...texts);
  const most = widestOf(definition, model);
  const mono = classOf(definition).includes('pd-mono');
  const cell = most === undefined || mono ? text : Math.min(text, most - PADDING);
  return Math.ceil(Math.max(header + (column.getSort() ? SORT_SIGN : 0), cell)) + PADDING;
}

/**
 * Columns as wide as their header and the widest value loaded, so that no figure is ever cut. They grow and never
 * shrink, which would move what a person reads; a column the person sized stays as it is.
 */
export function createFit(api: GridApi<Row>, root: HTMLElement, model: GridModel): Fit {
  const heaviest = createHeaviest(() => api.getGridOption('context') as GridContext);
  const needed = new Map<string, number>();
  // A hidden grid has no layout to measure in.
  let late = false;

  function grow(columns: readonly GridColumn<Row>[]): void {
    late ||= !root.checkVisibility();
    if (late) return;
    const sized = sizedColumns(api);
    const free = columns.filter((column) => column.isResizable() && !sized.has(column.getColId()));
    if (free.length === 0) return;
    const widths = measure(root, free, heaviest.texts);
    const wider = free.flatMap((column, at) => {
      const newWidth = widthOf(column, widths[at]!, model);
      needed.set(column.getColId(), newWidth);
      return newWidth > column.getActualWidth() ? [{ key: column, newWidth }] : [];
    });
    if (!heaviest.empty()) keepFitted(root, model.resource.id, needed);
    if (wider.length > 0) api.setColumnWidths(wider, true, 'api');
  }

  const shown = (): GridColumn<Row>[] => (api.isDestroyed() ? [] : api.getAllDisplayedColumns());
  const again = (): void => {
    late = false;
    const columns = shown();
    heaviest.clear();
    heaviest.take(
      columns,
      model.blocks.order().flatMap((id) => model.blocks.get(id) ?? []),
    );
    grow(columns);
  };
  return {
    rows(rows) {
      const columns = shown();
      const grown = heaviest.take(columns, rows);
      if (grown.size > 0) grow(columns.filter((column) => grown.has(column.getColId())));
    },
    again,
    seen: () => late && again(),
  };
}
