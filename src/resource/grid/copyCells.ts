import { formatCount, toast, translate, workDocument, copyText } from '../../kit/index.ts';
import { chosenSpan, heightOf, rowsOfSpan } from './chosenSpan.ts';
import type { Span } from './cellRange.ts';
import { cellText, isCellColumn } from './columns.ts';
import { MOST_ROWS } from './range.ts';
import { tabSeparated } from './spreadsheetCells.ts';
import type { GridPanel } from './usePanel.ts';

/** The column of the keyboard; before a cell was chosen the row is meant, which goes by its name. */
function columnOf({ model, handle }: GridPanel): string {
  const column = handle.current?.at()?.column;
  const { fields, label } = model.resource;
  return isCellColumn(column) && column in fields ? column : label;
}

/** A text the person marked with the mouse goes before the cell under the keyboard. */
function copyFocused(panel: GridPanel): void {
  const marked = workDocument().getSelection()?.toString() ?? '';
  if (marked) return void copyText(marked);
  const at = panel.handle.current?.at();
  const column = columnOf(panel);
  const field = panel.model.resource.fields[column];
  if (at && field) void copyText(cellText(column, field, panel.model.blocks.get(at.row.id), true));
}

/** The chosen cells; with their headers the one of the keyboard will do. */
function spanToCopy(panel: GridPanel, withHeaders: boolean): Span | undefined {
  const { model, handle } = panel;
  const span = chosenSpan(model);
  const at = handle.current?.at();
  const index = at && model.blocks.indexOf(at.row.id);
  if (span || !withHeaders || index === undefined) return span;
  return { first: index, last: index, columns: [columnOf(panel)] };
}

/** Copies the chosen cells as a spreadsheet takes them over, or else the text of the cell under the keyboard. */
export async function copyCells(panel: GridPanel, withHeaders = false): Promise<void> {
  const { model, handle } = panel;
  const { fields } = model.resource;
  const span = spanToCopy(panel, withHeaders);
  if (!span) return copyFocused(panel);
  if (heightOf(span) > MOST_ROWS) {
    toast.warning(translate('grid:copy.tooMany', { count: formatCount(MOST_ROWS) }), { key: 'copy' });
    return;
  }
  const headerOf = (column: string): string =>
    handle.current?.api.getColumn(column)?.getColDef().headerName ?? column;
  const rows = await rowsOfSpan(model, span);
  const text = tabSeparated(fields, span.columns, rows, withHeaders ? span.columns.map(headerOf) : undefined);
  const count = formatCount(rows.length * span.columns.length);
  await copyText(text, translate('grid:copy.cells', { count }));
}
