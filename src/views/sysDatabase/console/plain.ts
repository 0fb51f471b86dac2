import type { ConsoleAnswer } from '../../../../contract/sqlConsole.ts';
import { csvText, spreadsheetText } from '../../../../contract/spreadsheetText.ts';

/** The answer as a file that spreadsheets read. */
export const csvOf = ({ columns, rows }: ConsoleAnswer): string =>
  csvText([columns.map(({ name }) => name), ...rows]);

/** The answer as text that a spreadsheet takes over when it is pasted. */
export const tabbedOf = ({ columns, rows }: ConsoleAnswer): string =>
  [columns.map(({ name }) => name), ...rows]
    .map((row) => row.map((cell) => spreadsheetText(cell ?? '')).join('\t'))
    .join('\n');

/** Line and column of a place in a text, from 1. */
export function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
