import { type CellType, cellOf, headerCell, STYLES, xmlText } from './cells.ts';
import { zip } from './zip.ts';

/** A table as it is written: pages of rows, each row with a text or null for every column. */
export interface Sheet {
  /** Names the sheet. */
  title: string;
  columns: readonly { header: string; type: CellType }[];
  pages: AsyncIterable<readonly (readonly (string | null)[])[]>;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;
const RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const PARTS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** At most 31 characters, none of those that a reference to a sheet uses. */
const sheetName = (title: string): string =>
  xmlText(
    title
      .replace(/[[\]:*?/\\']/g, ' ')
      .slice(0, 31)
      .trim() || '1',
  );

const workbookXml = (title: string): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetName(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const MOST_WIDTH = 60;
/** Of a time with its seconds. */
const INSTANT_WIDTH = 20;
/** Above it a piece of the sheet goes to the archive. */
const PIECE = 32_768;

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
function widthsOf(columns: Sheet['columns'], page: readonly (readonly (string | null)[])[]): number[] {
  return columns.map(({ header, type }, at) => {
    let width = widthOf(header);
    if (type === 'instant') width = Math.max(width, INSTANT_WIDTH);
    else for (const row of page) width = Math.max(width, shownWidth(type, row[at] ?? ''));
    return Math.min(MOST_WIDTH, width + 2);
  });
}

function opening(columns: Sheet['columns'], page: readonly (readonly (string | null)[])[]): string {
  const widths = widthsOf(columns, page).map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const frozen =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>';
  const header = columns.map((column) => headerCell(column.header)).join('');
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView tabSelected="1" workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${header}</row>`;
}

async function* sheetXml({ columns, pages }: Sheet): AsyncGenerator<string> {
  let piece = '';
  let isOpen = false;
  for await (const page of pages) {
    if (!isOpen) piece = opening(columns, page);
    isOpen = true;
    for (const row of page) {
      piece += `<row>${columns.map(({ type }, at) => cellOf(type, row[at] ?? null)).join('')}</row>`;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  }
  yield `${isOpen ? piece : opening(columns, [])}</sheetData></worksheet>`;
}

/** The table as an XLSX workbook of one sheet, with typed cells, a frozen header and widths; made as its pages come. */
export const workbook = (sheet: Sheet): AsyncIterable<Buffer> =>
  zip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [RELATIONS] },
    { name: 'xl/workbook.xml', content: [workbookXml(sheet.title)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [PARTS] },
    { name: 'xl/styles.xml', content: [`${XML}${STYLES}`] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(sheet) },
  ]);
