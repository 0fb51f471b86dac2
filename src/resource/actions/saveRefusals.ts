import { spreadsheetText } from '../../../contract/spreadsheetText.ts';
import { fileName, saveFile, translate } from '../../kit/index.ts';
import type { Outcome } from './Results.tsx';

const cell = (text: string): string => `"${spreadsheetText(text).replaceAll('"', '""')}"`;

/** The refused rows of a command with their reasons, as a file for spreadsheets. */
export function saveRefusals({ title, result, name }: Outcome): void {
  const header = [translate('grid:results.row'), translate('grid:results.reason')];
  const lines = [header, ...result.refused.map(({ id, message }) => [name(id), message])];
  // With a byte order mark: a spreadsheet takes the letters for others without one.
  const text = `\ufeff${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`;
  saveFile(
    new Blob([text], { type: 'text/csv;charset=utf-8' }),
    `${fileName(title)}-${translate('grid:results.file')}.csv`,
  );
}
