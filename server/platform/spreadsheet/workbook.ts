import { writeXlsxStream } from 'hucre/xlsx';
import { type CellType, cellOf, FORMATS, textCell } from './cells.ts';

/** A table as it is written: pages of rows, each row with a text or null for every column. */
export interface Sheet {
  /** Names the sheet. */
  title: string;
  columns: readonly { header: string; type: CellType }[];
  pages: AsyncIterable<readonly (readonly (string | null)[])[]>;
}

type Page = readonly (readonly (string | null)[])[];

/** At most 31 characters, none of those that a reference to a sheet uses. */
const sheetName = (title: string): string =>
  title
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, 31)
    .trim() || '1';

const MOST_WIDTH = 60;
/** Of a time with its seconds. */
const INSTANT_WIDTH = 20;

/** Letters of East Asian scripts are as wide as two digits. */
const widthOf = (text: string): number => {
  let width = 0;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) >= 0x11_00 ? 2 : 1;
  return width;
};

/** Groups of three digits each have a separator. */
const shownWidth = (type: CellType, text: string): number =>
  type === 'decimal' ? text.length + Math.floor(text.split('.')[0]!.length / 3) : widthOf(text);

/** In characters, as the first page needs them. */
function widthsOf(columns: Sheet['columns'], page: Page): number[] {
  return columns.map(({ header, type }, at) => {
    let width = widthOf(header);
    if (type === 'instant') width = Math.max(width, INSTANT_WIDTH);
    else for (const row of page) width = Math.max(width, shownWidth(type, row[at] ?? ''));
    return Math.min(MOST_WIDTH, width + 2);
  });
}

async function* rowsOf({ columns }: Sheet, first: Page, rest: AsyncIterator<Page>) {
  let page: Page | undefined = first;
  while (page) {
    for (const row of page) yield columns.map(({ type }, at) => cellOf(type, row[at] ?? null));
    const { done, value }: IteratorResult<Page> = await rest.next();
    page = done ? undefined : value;
  }
}

/** The table as an XLSX workbook of one sheet, with typed cells, a frozen header and widths; made as its pages come. */
export async function* workbook(sheet: Sheet): AsyncGenerator<Uint8Array> {
  const pages = sheet.pages[Symbol.asyncIterator]();
  const { done, value } = await pages.next();
  const first = done ? [] : value;
  const widths = widthsOf(sheet.columns, first);
  yield* writeXlsxStream(rowsOf(sheet, first, pages), {
    name: sheetName(sheet.title),
    columns: sheet.columns.map(({ header, type }, at) => ({
      header: textCell(header),
      width: widths[at]!,
      numFmt: FORMATS[type],
    })),
    freezePane: { rows: 1 },
    // The answer is one sheet, or an error that says so.
    maxRowsPerSheet: Infinity,
  });
}
