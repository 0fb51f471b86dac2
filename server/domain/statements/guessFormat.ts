import {
  type ColumnRole,
  DATE_ORDERS,
  type StatementFormat,
  statementFormatSchema,
} from '../../../contract/statementFormat.ts';
import { BrokenStatement } from './brokenStatement.ts';
import { guessColumns } from './columnNames.ts';
import { HEADER_WITHIN, numberedNames } from './header.ts';
import { type Reading, readStatement } from './readStatement.ts';
import type { OwnAccounts } from './reference.ts';
import type { Table } from './table.ts';

/** What a file's columns and manner most probably are, and how it reads with these. */
export interface Guess {
  format: StatementFormat;
  reading: Reading;
  /** What the file does not decide: of these another value reads as well. */
  doubtful: readonly ('dateOrder' | 'decimal')[];
}

/** What is known of an account before its file is read. */
export interface Account {
  currency: string;
  zone: string;
  /** Digits of our own accounts: they stand in every line and name no payment. */
  own: OwnAccounts;
}

/** Rows that tell the manner of a file. */
const SAMPLE = 1_000;

type Columns = Partial<Record<ColumnRole, string>>;

/** Columns that can be read: one of amounts, or one for each direction. */
function usable(columns: Columns): Columns | undefined {
  const { amount, credit, debit, side, ...others } = columns;
  if (others.date === undefined) return undefined;
  if (credit !== undefined && debit !== undefined) return { ...others, credit, debit };
  return amount === undefined ? undefined : { ...others, amount, ...(side !== undefined && { side }) };
}

/** The columns of the row that names most of them. */
function headerColumns(table: Table): Columns | undefined {
  const ranked = table.rows
    .slice(0, HEADER_WITHIN)
    .flatMap(({ cells }) => usable(guessColumns(numberedNames(cells))) ?? [])
    .toSorted((one, other) => Object.keys(other).length - Object.keys(one).length);
  return ranked[0];
}

const PROOF_RANK = { proven: 2, unproven: 1, broken: 0 } as const;

/** Better readings have fewer faults, then figures of the file that agree, then more lines. */
function rank({ rows, proof }: Reading): readonly [number, number, number] {
  const faults = rows.filter((row) => 'faults' in row).length;
  return [-faults, PROOF_RANK[proof.state], rows.filter((row) => 'line' in row).length];
}

function compare(one: Reading, other: Reading): number {
  const [a, b] = [rank(one), rank(other)];
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : a[at]! - b[at]!;
}

function attempt(table: Table, format: StatementFormat, { currency, own }: Account): Reading | undefined {
  try {
    return readStatement(table, { format, currency, own });
  } catch (error) {
    if (error instanceof BrokenStatement) return undefined;
    throw error;
  }
}

/** How a file most probably is to be read, by its names of columns and its own figures; undefined where no row names any. */
export function guessFormat(table: Table, account: Account): Guess | undefined {
  const columns = headerColumns(table);
  if (!columns) return undefined;
  const sample = { ...table, rows: table.rows.slice(0, SAMPLE) };
  const tried = DATE_ORDERS.flatMap((dateOrder) =>
    (['.', ','] as const).flatMap((decimal) => {
      const format = statementFormatSchema.safeParse({ ...columns, dateOrder, decimal, zone: account.zone });
      const reading = format.success ? attempt(sample, format.data, account) : undefined;
      return reading ? [{ format: format.data!, reading }] : [];
    }),
  ).toSorted((one, other) => compare(other.reading, one.reading));
  const [best, ...others] = tried;
  if (!best) return undefined;
  const equal = others.filter(({ reading }) => compare(reading, best.reading) === 0);
  const doubtful = (['dateOrder', 'decimal'] as const).filter((name) =>
    equal.some(({ format, reading }) => format[name] !== best.format[name] && !isSame(reading, best.reading)),
  );
  const whole = attempt(table, best.format, account);
  return whole && { format: best.format, reading: whole, doubtful };
}

const isSame = (one: Reading, other: Reading): boolean =>
  JSON.stringify(one.rows) === JSON.stringify(other.rows);
