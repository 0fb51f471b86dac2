/** Breaks a line or ends a cell in some reader, whatever the quotes around it: all controls and Unicode's separators. */
// oxlint-disable-next-line no-control-regex -- these characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** What a spreadsheet takes for a formula where a cell starts with it, full-width forms included. */
const FORMULA = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20';
/** Skipped by readers that trim: white space, marks without width, quotes. */
const SKIPPED = '\\s"\\u200b-\\u200f\\u2060\\ufeff';
/** A cell starts at its start and, for readers whose separator is the semicolon, behind each one inside it. */
const FORMULA_START = new RegExp(`(^|;)([${SKIPPED}]*)(?=[${FORMULA}])`, 'g');

/** Text as a spreadsheet shows it: on one line, and never run. Our own numbers do not pass here. */
export function spreadsheetText(text: string): string {
  return text.replace(CONTROLS, ' ').replace(FORMULA_START, "$1'$2");
}

const quoted = (text: string): string => `"${spreadsheetText(text).replaceAll('"', '""')}"`;

/** Lines of cells as a file that spreadsheets read; no cell is a formula there. */
export const csvText = (lines: readonly (readonly (string | null)[])[]): string =>
  lines.map((line) => line.map((cell) => (cell === null ? '' : quoted(cell))).join(',')).join('\r\n');
