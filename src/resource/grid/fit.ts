import type { Column as GridColumn, GridApi } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { ClaimCell, type GridContext, type TagParams, TagCell, claimText, tagText } from './cells.ts';
import { type Column, contextOf, faceOf, fixedClasses, FIGURE } from './columns.ts';
import { sizedColumns } from './columnState.ts';
import { fittedOf, keepFitted } from './fitted.ts';
import { giveWay, type Placed } from './giveWay.ts';
import { boundsOf, KIND_WIDTHS } from './kindWidths.ts';
import type { GridModel } from './model.ts';
import { currentRuler, DIGIT } from './ruler.ts';

/** Cell padding, borders and a pixel for fractions of one. */
export const PADDING = 16;
const SORT_SIGN = 16;

/** The widest a column grows by itself; undefined where nothing of it may be cut. */
export const widestOf = (column: Column, { resource }: GridModel): number | undefined => {
  const field = resource.fields[column.colId ?? ''];
  // Half a tag has no end.
  const most = field && faceOf(column) !== 'tag' ? KIND_WIDTHS[field.kind].most : undefined;
  return contextOf(column).widest ?? most;
};

/** What an edge must not run through: some digits are another number, and half a tag is none. */
const isWhole = (column: Column): boolean =>
  fixedClasses(column).includes(FIGURE) || faceOf(column) === 'tag';

export interface Fit {
  /** Rows that are about to be shown: texts of the first ones of a list count, of later ones what may not be cut. */
  rows(rows: readonly Row[]): void;
  /** Rows of another list are about to come. */
  next(): void;
  /** The sums of the list are there. */
  sums(): void;
  /** Other columns are shown. */
  again(): void;
  /** The same from the widths that columns start with: other words, another size. */
  refit(): void;
  /** Another room, font or sort for what was measured. */
  apply(): void;
  /** One column as wide as the longest of what is loaded, because the person said so. */
  whole(colId: string): void;
}

function textOf(definition: Column, row: Row, context: GridContext): string {
  const { colId = '', cellRenderer, cellRendererParams, valueFormatter } = definition;
  if (cellRenderer === ClaimCell) return claimText(row, context, cellRendererParams).join('');
  if (cellRenderer === TagCell) return tagText(cellRendererParams as TagParams, row[colId], row);
  if (typeof valueFormatter !== 'function' || cellRenderer) return '';
  return valueFormatter({ data: row, value: row[colId] } as unknown as Parameters<typeof valueFormatter>[0]);
}

/** The width in which a column shows its header and some texts, as far as it may grow: `most` px, if there is a limit. */
function widthOf(
  column: GridColumn<Row>,
  texts: Iterable<string>,
  model: GridModel,
  most = widestOf(column.getColDef(), model),
): number {
  const definition: Column = column.getColDef();
  const [ruler, face] = [currentRuler(), faceOf(definition)];
  const header = ruler.width(definition.headerName ?? '', 'plain') + (column.getSort() ? SORT_SIGN : 0);
  let text = 0;
  for (const each of texts) text = Math.max(text, ruler.width(each, face));
  // A number that is copied by its ends shows them whole.
  if (most !== undefined && face !== 'mono') text = Math.min(text, most - PADDING);
  return Math.ceil(Math.max(header, text)) + PADDING;
}

/** Per column what it has to show, one of all texts that differ in their digits alone. */
function createTexts(api: GridApi<Row>, model: GridModel) {
  const texts = new Map<string, Set<string>>();
  /** @returns false where nothing of it is new */
  const take = (columns: readonly GridColumn<Row>[], rowsOf: (column: string) => readonly Row[]): boolean => {
    const context = api.getGridOption('context') as GridContext;
    let isNew = false;
    for (const column of columns) {
      const [id, definition]: [string, Column] = [column.getColId(), column.getColDef()];
      const known = texts.get(id) ?? new Set();
      const before = known.size;
      for (const row of rowsOf(id))
        if (!row.gap) known.add(textOf(definition, row, context).replace(DIGIT, '0'));
      texts.set(id, known);
      isNew ||= known.size > before;
    }
    return isNew;
  };
  return {
    of: (column: string): Iterable<string> => texts.get(column) ?? [],
    clear: () => texts.clear(),
    take,
    /** Takes in the widest values that the columns can show in this list. */
    takeBounds(columns: readonly GridColumn<Row>[]): boolean {
      const { currency } = model.wire();
      const wanted = Array.isArray(currency) ? currency.map(String) : undefined;
      return take(columns, (id) => {
        const { sample } = contextOf(api.getColumn(id)?.getColDef() ?? {});
        return boundsOf(model.resource, id, model.totals, wanted).map((row) => ({ ...sample, ...row }));
      });
    },
  };
}

const shownIn = (api: GridApi<Row>): GridColumn<Row>[] =>
  api.isDestroyed() ? [] : api.getAllDisplayedColumns();

/** Gives all columns their widths, from what `placeOf` says that each of them needs. */
function layOut(api: GridApi<Row>, placeOf: (column: GridColumn<Row>) => Placed): void {
  const columns = shownIn(api);
  if (columns.length === 0) return;
  const isRight = (column: GridColumn<Row>): boolean => column.getPinned() === 'right';
  const before = columns.filter((column) => !isRight(column));
  const pinned = before.reduce((sum, each) => sum + (each.getPinned() ? each.getActualWidth() : 0), 0);
  const { left, right } = api.getHorizontalPixelRange();
  // A hidden grid has no edge.
  const room = right > left ? pinned + right - left : Number.POSITIVE_INFINITY;
  const widths = giveWay(before.map(placeOf), room);
  const wanted = [
    ...before.map((column, at) => ({ key: column, newWidth: widths[at]! })),
    ...columns.filter(isRight).map((column) => ({ key: column, newWidth: placeOf(column).width })),
  ];
  const others = wanted.filter(({ key, newWidth }) => newWidth !== key.getActualWidth());
  if (others.length > 0) api.setColumnWidths(others, true, 'api');
}

/** Where columns start: as wide as they are defined, or as they had to be the last time. */
function startsOf(api: GridApi<Row>, model: GridModel): Readonly<Record<string, number>> {
  const fitted = fittedOf(api, model.resource.id);
  return Object.fromEntries(
    shownIn(api).map((column) => {
      const [id, definition]: [string, Column] = [column.getColId(), column.getColDef()];
      const start = Math.max(definition.width ?? 0, fitted[id] ?? 0);
      return [id, Math.min(start, widestOf(definition, model) ?? start)];
    }),
  );
}

/**
 * Columns as wide as their header and what they can show: by the kind of their field, by the sums of the list where it
 * is money, and a text as the first rows need it. They grow and never shrink, which would move what a person reads; a
 * width that a person chose stays.
 */
export function createFit(api: GridApi<Row>, model: GridModel): Fit {
  const texts = createTexts(api, model);
  const measured = new Map<string, number>();
  let starts: Readonly<Record<string, number>> = {};
  let first = true;

  const shown = (): GridColumn<Row>[] => shownIn(api);
  const mayBeCut = (column: GridColumn<Row>): boolean => widestOf(column.getColDef(), model) !== undefined;

  function placeOf(column: GridColumn<Row>): Placed {
    const definition: Column = column.getColDef();
    const [id, whole] = [column.getColId(), isWhole(definition)];
    if (!column.isResizable() || sizedColumns(api).has(id)) return { width: column.getActualWidth(), whole };
    const needed = widthOf(column, texts.of(id), model);
    measured.set(id, needed);
    const width = Math.max(needed, starts[id] ?? 0);
    if (!mayBeCut(column) || faceOf(definition) === 'mono') return { width, whole };
    const least = Math.max(widthOf(column, [], model), definition.width ?? 0);
    return { width, least: Math.min(width, least), whole };
  }

  function apply(): void {
    layOut(api, placeOf);
    // Without rows too little is known to begin with it the next time.
    if (!first) keepFitted(api, model.resource.id, measured);
  }

  const loaded = (): Row[] => model.blocks.order().flatMap((id) => model.blocks.get(id) ?? []);

  function again(): void {
    const rows = loaded();
    texts.takeBounds(shown());
    texts.take(shown(), () => rows);
    apply();
  }

  return {
    apply,
    again,
    refit() {
      texts.clear();
      starts = startsOf(api, model);
      again();
    },
    next() {
      first = true;
    },
    rows(rows) {
      const columns = first ? shown() : shown().filter((column) => !mayBeCut(column));
      if (rows.length > 0) first = false;
      if (texts.take(columns, () => rows)) apply();
    },
    whole(colId) {
      const column = api.getColumn(colId);
      if (!column?.isResizable()) return;
      const rows = loaded();
      texts.take([column], () => rows);
      const newWidth = widthOf(column, texts.of(colId), model, Number.POSITIVE_INFINITY);
      api.setColumnWidths([{ key: column, newWidth }], true, 'uiColumnResized');
    },
    sums() {
      if (texts.takeBounds(shown())) apply();
    },
  };
}
