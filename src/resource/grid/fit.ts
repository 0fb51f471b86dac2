import type { Column as GridColumn, GridApi } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { type GridContext, TagCell } from './cells.ts';
import { type Column, contextOf, fixedClasses } from './columns.ts';
import { sizedColumns } from './columnState.ts';
import { keepFitted } from './fitted.ts';
import { createRuler, fontsOf } from './body/measure.ts';
import { FIGURE, giveWay } from './giveWay.ts';
import { largestRows } from './largest.ts';
import type { GridModel } from './model.ts';
import { createWidest } from './widest.ts';

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

const mayBeCut = (column: GridColumn<Row>, model: GridModel): boolean =>
  widestOf(column.getColDef(), model) !== undefined;

/** What may be cut anyway gives way before a figure is; a number that is copied by its ends does not. */
const mayGive = (column: GridColumn<Row>, model: GridModel): boolean =>
  mayBeCut(column, model) && !classOf(column.getColDef()).includes('pd-mono');

/** Of a figure no digit may be missing. */
export const isFigure = (column: GridColumn<Row>): boolean =>
  fixedClasses(column.getColDef()).includes(FIGURE);

export interface Fit {
  /** Rows that are about to be shown: the first ones of a list are measured, of later ones what may not be cut. */
  rows(rows: readonly Row[]): void;
  /** Rows of another list are about to come. */
  next(): void;
  /** The sums of the list are there. */
  sums(): void;
  /** Everything once more: another font, another sort, other columns. */
  again(): void;
  /** The same from widths that were set anew: other words, another size. */
  refit(): void;
  /** There is another room for the same columns. */
  room(): void;
  /** The grid can be seen: what came while it could not is measured now. */
  seen(): void;
}

/** One layout for all, hidden in the classes of their cells: per column its header and its widest text. */
function measure(
  root: HTMLElement,
  columns: readonly GridColumn<Row>[],
  textOf: (column: string) => string,
): number[][] {
  const bench = root.ownerDocument.createElement('div');
  bench.className = 'grid-bench';
  const pairs = columns.map((column) => {
    const definition = column.getColDef() as Column;
    return [definition.headerName ?? '', textOf(column.getColId())].map((text, at) => {
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
function widthOf(column: GridColumn<Row>, [header = 0, text = 0]: number[], model: GridModel): number {
  const definition = column.getColDef() as Column;
  const most = widestOf(definition, model);
  const mono = classOf(definition).includes('pd-mono');
  const cell = most === undefined || mono ? text : Math.min(text, most - PADDING);
  return Math.ceil(Math.max(header + (column.getSort() ? SORT_SIGN : 0), cell)) + PADDING;
}

interface Widths {
  /** What the measured texts take. */
  needed: Map<string, number>;
  /** What each column would have if there were room. */
  wanted: Map<string, number>;
  /** The least that a text gives way to. */
  leasts: Map<string, number>;
}

const shownIn = (api: GridApi<Row>): GridColumn<Row>[] =>
  api.isDestroyed() ? [] : api.getAllDisplayedColumns();

/** As wide as they would like to be, but for the texts that give way to figures. */
function settle(api: GridApi<Row>, { needed, wanted, leasts }: Widths): void {
  const sized = sizedColumns(api);
  const placed = shownIn(api).filter((column) => column.getPinned() !== 'right');
  const given = placed.map((column) => {
    const id = column.getColId();
    const [actual, wish] = [column.getActualWidth(), wanted.get(id)];
    const figure = isFigure(column);
    if (sized.has(id)) return { id, width: Math.max(actual, needed.get(id) ?? 0), figure, fixed: true };
    return { id, width: wish ?? actual, least: leasts.get(id), figure, fixed: wish === undefined };
  });
  const pinned = placed.reduce((sum, each) => sum + (each.getPinned() ? each.getActualWidth() : 0), 0);
  const { left, right } = api.getHorizontalPixelRange();
  const widths = giveWay(given, pinned + right - left);
  const others = placed.flatMap((column, at) =>
    widths[at] === column.getActualWidth() ? [] : [{ key: column, newWidth: widths[at]! }],
  );
  if (others.length > 0) api.setColumnWidths(others, true, 'api');
}

/**
 * Columns as wide as their header and what they show. A column of money is as wide as the largest amount that the sums
 * of the list allow, so that nothing moves as it scrolls; a text is as wide as the first rows need. They grow and never
 * shrink, which would move what a person reads; a width that a person chose stays, unless it would cut a figure.
 */
export function createFit(api: GridApi<Row>, root: HTMLElement, model: GridModel): Fit {
  const ruler = createRuler(root.ownerDocument);
  const widest = createWidest(ruler, () => api.getGridOption('context') as GridContext);
  const fitted: Widths = { needed: new Map(), wanted: new Map(), leasts: new Map() };
  // A hidden grid has no layout to measure in.
  let late = false;
  let first = true;

  const shown = (): GridColumn<Row>[] => shownIn(api);
  const isFree = (column: GridColumn<Row>): boolean =>
    column.isResizable() && (isFigure(column) || !sizedColumns(api).has(column.getColId()));

  function grow(columns: readonly GridColumn<Row>[]): void {
    late ||= !root.checkVisibility();
    const free = columns.filter(isFree);
    if (late || free.length === 0) return;
    const widths = measure(root, free, widest.text);
    const { needed, wanted, leasts } = fitted;
    for (const [at, column] of free.entries()) {
      const id = column.getColId();
      const width = widthOf(column, widths[at]!, model);
      needed.set(id, width);
      wanted.set(id, Math.max(width, wanted.get(id) ?? column.getActualWidth()));
      if (mayGive(column, model)) leasts.set(id, widthOf(column, widths[at]!.slice(0, 1), model));
    }
    if (!widest.empty()) keepFitted(root, model.resource.id, needed);
    settle(api, fitted);
  }

  /** Takes in the largest amounts the list can hold. @returns the columns that they widen */
  function takeSums(columns: readonly GridColumn<Row>[]): GridColumn<Row>[] {
    const { totals } = model;
    if (!totals) return [];
    return columns.filter(
      (column) => widest.take([column], largestRows(model.resource, column.getColId(), totals)).size > 0,
    );
  }

  const again = (): void => {
    late = false;
    const columns = shown();
    ruler.use(fontsOf(root));
    ruler.forget();
    widest.clear();
    takeSums(columns);
    const rows = model.blocks.order().flatMap((id) => model.blocks.get(id) ?? []);
    widest.take(columns, rows);
    grow(columns);
  };
  return {
    room() {
      if (!api.isDestroyed() && root.checkVisibility()) settle(api, fitted);
    },
    refit() {
      fitted.wanted.clear();
      again();
    },
    next() {
      first = true;
    },
    rows(rows) {
      const columns = first ? shown() : shown().filter((column) => !mayBeCut(column, model));
      if (rows.length > 0) first = false;
      const grown = widest.take(columns, rows);
      if (grown.size > 0) grow(columns.filter((column) => grown.has(column.getColId())));
    },
    sums() {
      const grown = takeSums(shown());
      if (grown.length > 0) grow(grown);
    },
    again,
    seen: () => late && again(),
  };
}
