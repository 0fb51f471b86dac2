/** What a spreadsheet takes a column's cells for; `instant` is a local time as `YYYY-MM-DD HH:MM:SS`. */
export type CellType = 'text' | 'integer' | 'decimal' | 'instant';

/** Digits that a spreadsheet keeps of a number. */
const EXACT_DIGITS = 15;
/** Characters that a spreadsheet keeps of a cell. */
const MOST_CHARACTERS = 32_767;
const MOST_FRACTION = 8;
const EPOCH = Date.UTC(1899, 11, 30);
/** Spreadsheets count a 29 February 1900, so that earlier days have other numbers. */
const FIRST_DAY = Date.UTC(1900, 2, 1);
const DAY_MS = 86_400_000;

/** Places in the list of cell formats of `STYLES`. */
const STYLE = { header: 1, formula: 2, longNumber: 3, instant: 4, decimals: 5 } as const;

const DECIMALS = Array.from({ length: MOST_FRACTION + 1 }, (_, digits) => digits);
const codeOf = (digits: number): string => (digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`);

const INSTANT_FORMAT = 164;
const decimalFormat = (digits: number): number => INSTANT_FORMAT + 1 + digits;

const NUMBER_FORMATS = [
  `<numFmt numFmtId="${INSTANT_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>`,
  ...DECIMALS.map((digits) => `<numFmt numFmtId="${decimalFormat(digits)}" formatCode="${codeOf(digits)}"/>`),
];

const CELL_FORMATS = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  // Stays text when somebody edits it.
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="right"/></xf>',
  `<xf numFmtId="${INSTANT_FORMAT}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  ...DECIMALS.map(
    (digits) =>
      `<xf numFmtId="${decimalFormat(digits)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  ),
];

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

/** The part of a workbook that lists the formats its cells name by place. */
export const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${NUMBER_FORMATS.length}">${NUMBER_FORMATS.join('')}</numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${CELL_FORMATS.length}">${CELL_FORMATS.join('')}</cellXfs></styleSheet>`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML 1.0 cannot hold, half surrogates included. */
const INVALID =
  // oxlint-disable-next-line no-control-regex -- these characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** A spreadsheet reads `_x0041_` as the letter A. */
const ENCODED = /_(?=x[0-9a-f]{4}_)/gi;

/** Most texts need nothing of it. */
// oxlint-disable-next-line no-control-regex -- these characters are what is looked for
const NEEDS_CARE = /[&<>"_\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;

export const xmlText = (text: string): string =>
  NEEDS_CARE.test(text)
    ? text
        .replace(INVALID, ' ')
        .replace(ENCODED, '_x005F_')
        .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
    : text;

/** What a spreadsheet would run or take for a number when the cell is edited. */
const READS_AS_FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

const inline = (text: string, style: number): string => {
  const kept = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
  return `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${xmlText(kept)}</t></is></c>`;
};

const textCell = (text: string): string => inline(text, READS_AS_FORMULA.test(text) ? STYLE.formula : 0);

const significant = (text: string): number =>
  text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length;

function numberCell(text: string, grouped: boolean): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return textCell(text);
  if (significant(text) > EXACT_DIGITS) return inline(text, STYLE.longNumber);
  const fraction = text.split('.')[1]?.length ?? 0;
  const style = grouped && fraction <= MOST_FRACTION ? STYLE.decimals + fraction : 0;
  return `<c${style ? ` s="${style}"` : ''}><v>${text}</v></c>`;
}

function instantCell(text: string): string {
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(ms) || ms < FIRST_DAY) return textCell(text);
  return `<c s="${STYLE.instant}"><v>${(ms - EPOCH) / DAY_MS}</v></c>`;
}

export const headerCell = (text: string): string => inline(text, STYLE.header);

/**
 * A cell as XML. Text is never run; a number of more than 15 digits is text, since a spreadsheet would round it.
 * `decimal` is shown in groups with its own digits.
 */
export function cellOf(type: CellType, text: string | null): string {
  if (text === null || text === '') return '<c/>';
  if (type === 'text') return textCell(text);
  return type === 'instant' ? instantCell(text) : numberCell(text, type === 'decimal');
}
