import type {
  PreviewAnswer,
  PreviewDay,
  PreviewRow,
  StatementPreview,
} from '../../../contract/statementPreview.ts';
import type { StatementFormat } from '../../../contract/statementFormat.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { timeText } from '../../platform/http/zone.ts';
import { BrokenStatement } from './brokenStatement.ts';
import { type Account, guessFormat } from './guessFormat.ts';
import { headOf } from './head.ts';
import type { ReadRow } from './line.ts';
import { openFile } from './openFile.ts';
import { type Reading, readStatement } from './readStatement.ts';
import type { Table } from './table.ts';

const FIRST = 12;
const LAST = 5;
const DOUBTS = 100;
const DAYS = 400;

function shown(row: ReadRow): PreviewRow {
  const { number } = row;
  if ('faults' in row) return { number, faults: row.faults, text: row.text };
  if ('skipped' in row) return { number, skipped: row.skipped.reason, text: row.skipped.text };
  const { bookedAt, ...line } = row.line;
  return { number, ...line, bookedAt: bookedAt.toISOString() };
}

/** In and out of each day by the bank's calendar, in the order of the file. */
function daysOf(rows: readonly ReadRow[], zone: string): PreviewDay[] {
  const days = new Map<string, { count: [number, number]; sum: [Amount, Amount] }>();
  for (const row of rows) {
    if (!('line' in row)) continue;
    const { direction, amount, bookedAt } = row.line;
    const day = timeText(bookedAt, zone).slice(0, 10);
    const { count, sum } = days.get(day) ?? { count: [0, 0], sum: [new Amount(0), new Amount(0)] };
    const side = direction === 1 ? 0 : 1;
    count[side] += 1;
    sum[side] = sum[side].plus(amount);
    days.set(day, { count, sum });
  }
  return Array.from(days, ([day, { count, sum }]) => ({
    day,
    credits: count[0],
    credited: amountText(sum[0]),
    debits: count[1],
    debited: amountText(sum[1]),
  }));
}

/** All of its days as one. */
function totalOf(days: readonly PreviewDay[]): Omit<PreviewDay, 'day'> {
  const sum = (amounts: readonly string[]): string =>
    amountText(amounts.reduce((all, amount) => all.plus(amount), new Amount(0)));
  const count = (name: 'credits' | 'debits') => days.reduce((all, day) => all + day[name], 0);
  return {
    credits: count('credits'),
    credited: sum(days.map(({ credited }) => credited)),
    debits: count('debits'),
    debited: sum(days.map(({ debited }) => debited)),
  };
}

function previewOf(
  table: Table,
  reading: Reading,
  { format, doubtful, currency }: Pick<StatementPreview, 'format' | 'doubtful' | 'currency'>,
): StatementPreview {
  const { rows, proof } = reading;
  const broken = new Set(proof.breaks.flatMap(({ above, below }) => [above, below]));
  const days = daysOf(rows, format.zone);
  const doubts = rows.filter((row) => 'faults' in row || broken.has(row.number));
  const { kind, encoding, delimiter, headerLine, columns, lines, faults, skipped } = headOf(table, reading);
  return {
    kind,
    encoding,
    delimiter,
    headerLine,
    columns,
    lines,
    faults,
    skipped,
    proof,
    currency,
    format,
    doubtful,
    first: rows.slice(0, FIRST).map(shown),
    last: rows.slice(Math.max(FIRST, rows.length - LAST)).map(shown),
    doubts: doubts.slice(0, DOUBTS).map(shown),
    days: days.slice(0, DAYS),
    totals: totalOf(days),
  };
}

function guessed(table: Table, account: Account): StatementPreview | undefined {
  const guess = guessFormat(table, account);
  return guess && previewOf(table, guess.reading, { ...guess, currency: account.currency });
}

/** How a file reads by a format, or by its own names of columns where there is none or it does not fit. */
export async function previewStatement(
  bytes: Buffer,
  format: StatementFormat | undefined,
  account: Account,
): Promise<PreviewAnswer> {
  try {
    const table = await openFile(bytes, format);
    try {
      if (format) {
        const reading = readStatement(table, { format, ...account });
        return { preview: previewOf(table, reading, { format, doubtful: [], currency: account.currency }) };
      }
      const preview = guessed(table, account);
      if (preview) return { preview };
      throw new BrokenStatement('columns');
    } catch (error) {
      if (!(error instanceof BrokenStatement)) throw error;
      const preview = format && guessed(table, account);
      return { failure: { why: error.why, line: error.line, ...error.facts }, ...(preview && { preview }) };
    }
  } catch (error) {
    if (!(error instanceof BrokenStatement)) throw error;
    return { failure: { why: error.why, line: error.line, ...error.facts } };
  }
}
