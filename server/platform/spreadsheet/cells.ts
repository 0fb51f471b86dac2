/** What a spreadsheet takes a column's cells for; `instant` is a local time as `YYYY-MM-DD HH:MM:SS`. */
export type CellType = 'text' | 'integer' | 'decimal' | 'instant';

/** Digits that a spreadsheet keeps of a number. */
const EXACT_DIGITS = 15;
/** Characters that a spreadsheet keeps of a cell. */
const MOST_CHARACTERS = 32_767;
/** Spreadsheets count a 29 February 1900, so that earlier days have other numbers. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** How a column's cells are shown; money has two digits or as many as it needs, up to those of a token. */
export const FORMATS: Readonly<Record<CellType, string>> = {
  text: '@',
  integer: '0',
  decimal: '#,##0.00######',
  instant: 'yyyy\\-mm\\-dd\\ hh:mm:ss',
};

/** What XML 1.0 cannot hold, half surrogates included. */
const INVALID =
  // oxlint-disable-next-line no-control-regex -- these characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** A spreadsheet reads `_x0041_` as the letter A. */
const ENCODED = /_(?=x[0-9a-f]{4}_)/gi;

/** A text that a spreadsheet keeps as it is: it is never run, since its cell has the type of a text. */
export function textCell(text: string): string {
  const kept = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
  return kept.replace(INVALID, ' ').replace(ENCODED, '_x005F_');
}

const significant = (text: string): number =>
  text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length;

const numberCell = (text: string): number | string =>
  /^-?\d+(\.\d+)?$/.test(text) && significant(text) <= EXACT_DIGITS ? Number(text) : textCell(text);

function instantCell(text: string): Date | string {
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) || ms < FIRST_DAY ? textCell(text) : new Date(ms);
}

/** A cell's value: a number of more than 15 digits is text, since a spreadsheet would round it. */
export function cellOf(type: CellType, text: string | null): string | number | Date | null {
  if (text === null || text === '') return null;
  if (type === 'text') return textCell(text);
  return type === 'instant' ? instantCell(text) : numberCell(text);
}
