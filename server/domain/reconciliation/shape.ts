import { BrokenStatement } from './brokenStatement.ts';

/** The widest statements of real banks have some thirty columns. */
export const MOST_COLUMNS = 64;
export const LONGEST_LINE = 16 * 1024;

const QUOTE = 34;

/** The columns of one line; a delimiter between quotes separates nothing. */
function columnsOf(content: string, from: number, to: number, delimiter: number): number {
  let columns = 1;
  let quoted = false;
  for (let at = from; at < to; at += 1) {
    const code = content.charCodeAt(at);
    if (code === QUOTE) quoted = !quoted;
    else if (code === delimiter && !quoted) columns += 1;
  }
  return columns;
}

/**
 * Refuses a file that no bank writes before a parser sees it: one pass over its characters, which costs the same
 * whatever they are. @returns the number of its lines @throws BrokenStatement
 */
export function checkShape(content: string, delimiter: string): number {
  const separator = delimiter.charCodeAt(0);
  let line = 0;
  for (let from = 0; from < content.length; line += 1) {
    const end = content.indexOf('\n', from);
    const to = end === -1 ? content.length : end;
    if (to - from > LONGEST_LINE) throw new BrokenStatement('lineLength', '', line + 1);
    if (columnsOf(content, from, to, separator) > MOST_COLUMNS)
      throw new BrokenStatement('tooManyColumns', '', line + 1);
    from = to + 1;
  }
  return line;
}
