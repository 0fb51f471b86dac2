import type { Row } from '../../../contract/calls.ts';
import { type Span, isRange, spanOf } from './cellRange.ts';
import type { GridModel } from './model.ts';

/** What the chosen range of cells spans on screen; undefined where there is none or it is one cell. */
export function chosenSpan({ cells, screen }: Pick<GridModel, 'cells' | 'screen'>): Span | undefined {
  const range = cells.state();
  const span = range && spanOf(range, screen.columns());
  return span && isRange(span) ? span : undefined;
}

export const heightOf = ({ first, last }: Span): number => last - first + 1;

/** The rows of a span as far as they are all in memory. */
export function loadedRows({ blocks }: GridModel, { first, last }: Span): Row[] | undefined {
  const rows: Row[] = [];
  for (let index = first; index <= last; index += 1) {
    const row = blocks.at(index);
    if (!row) return undefined;
    rows.push(row);
  }
  return rows;
}

/** The rows of a span; what is not loaded is read. @throws CallError, AbortError where the list is read again meanwhile */
export const rowsOfSpan = async (model: GridModel, span: Span): Promise<Row[]> =>
  loadedRows(model, span) ?? (await model.blocks.rows(span.first, span.last + 1));

/** A person stands on a row, or has chosen rows or cells. */
export function hasChosen({ selection, cells }: Pick<GridModel, 'selection' | 'cells'>): boolean {
  const state = selection.state();
  const isChecked = state.mode === 'all' || state.ids.size > 0;
  return isChecked || selection.isHeld() || cells.state() !== undefined;
}
