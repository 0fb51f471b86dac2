import type { Column as GridColumn, GridApi } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { type GridContext, TagCell } from './cells.ts';
import { type Column, contextOf, fixedClasses } from './columns.ts';
import { sizedColumns } from './columnState.ts';
import { keepFitted } from './fitted.ts';
import { FIGURE, giveWay } from './giveWay.ts';
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

/** What may be cut anyway gives way before a figure is; a number that is copied by its ends does not. */
const mayGive = (column: GridColumn<Row>, model: GridModel): boolean =>
  widestOf(column.getColDef(), model) !== undefined && !classOf(column.getColDef()).includes('pd-mono');

export interface Fit {
  /** Rows that are about to be shown; a column grows before they are drawn. */
  rows(rows: readonly Row[]): void;
  /** Everything once more: another font, another sort, other columns. */
  again(): void;
  /** The same from widths that were set anew: other words, another size. */
  anew(): void;
  /** There is another room for the same columns. */
  room(): void;
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
  /** What each column would have if there were room, and the least that a text gives way to. */
  const wanted = new Map<string, number>();
  const leasts = new Map<string, number>();
  // A hidden grid has no layout to measure in.
  let late = false;

  function grow(columns: readonly GridColumn<Row>[]): void {
    late ||= !root.checkVisibility();
    if (late) return;
    const sized = sizedColumns(api);
    const free = columns.filter((column) => column.isResizable() && !sized.has(column.getColId()));
    if (free.length === 0) return;
    const widths = measure(root, free, heaviest.texts);
    for (const [at, column] of free.entries()) {
      const id = column.getColId();
      const width = widthOf(column, widths[at]!, model);
      needed.set(id, width);
      wanted.set(id, Math.max(width, wanted.get(id) ?? column.getActualWidth()));
      if (mayGive(column, model)) leasts.set(id, widthOf(column, widths[at]!.slice(0, 1), model));
    }
    if (!heaviest.empty()) keepFitted(root, model.resource.id, needed);
    settle();
  }

  /** As wide as they would like to be, but for the texts that give way to figures. */
  function settle(): void {
    const sized = sizedColumns(api);
    const own = (id: string): boolean => !sized.has(id) && wanted.has(id);
    const standing = shown().filter((column) => column.getPinned() !== 'right');
    const given = standing.map((column) => {
      const id = column.getColId();
      return {
        id,
        width: own(id) ? wanted.get(id)! : column.getActualWidth(),
        least: own(id) ? leasts.get(id) : undefined,
        figure: fixedClasses(column.getColDef()).includes(FIGURE),
      };
    });
    const pinned = standing.reduce((sum, each) => sum + (each.getPinned() ? each.getActualWidth() : 0), 0);
    const { left, right } = api.getHorizontalPixelRange();
    const widths = giveWay(given, pinned + right - left);
    const others = standing.flatMap((column, at) =>
      widths[at] === column.getActualWidth() ? [] : [{ key: column, newWidth: widths[at]! }],
    );
    if (others.length > 0) api.setColumnWidths(others, true, 'api');
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
    room() {
      if (!api.isDestroyed() && root.checkVisibility()) settle();
    },
    anew() {
      wanted.clear();
      again();
    },
    rows(rows) {
      const columns = shown();
      const grown = heaviest.take(columns, rows);
      if (grown.size > 0) grow(columns.filter((column) => grown.has(column.getColId())));
    },
    again,
    seen: () => late && again(),
  };
}
