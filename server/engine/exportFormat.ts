import { stringify } from 'csv-stringify/sync';
import { EXPORT_FORMATS, type ExportFormat } from '../../contract/exportFormats.ts';
import { spreadsheetText } from '../../contract/spreadsheetText.ts';
import { type Sheet, workbook } from '../platform/spreadsheet/workbook.ts';
import { CSV } from './spreadsheet.ts';

export const isExportFormat = (value: unknown): value is ExportFormat =>
  (EXPORT_FORMATS as readonly unknown[]).includes(value);

/** Texts read as text in every spreadsheet; our own numbers and times are left as they are. */
async function* csv({ columns, pages }: Sheet): AsyncGenerator<Buffer> {
  const recordOf = (row: readonly (string | null)[]): string[] =>
    columns.map(({ type }, at) => {
      const text = row[at] ?? '';
      return type === 'text' ? spreadsheetText(text) : text;
    });
  yield Buffer.from(stringify([columns.map(({ header }) => spreadsheetText(header))], CSV));
  for await (const page of pages) yield Buffer.from(stringify(page.map(recordOf), { ...CSV, bom: false }));
}

const WRITERS: Readonly<Record<ExportFormat, (sheet: Sheet) => AsyncIterable<Uint8Array>>> = {
  csv,
  xlsx: workbook,
};

/** The table as a file, in pieces as its pages come. */
export const exportBytes = (format: ExportFormat, sheet: Sheet): AsyncIterable<Uint8Array> =>
  WRITERS[format](sheet);
