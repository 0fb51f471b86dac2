import type { Delimiter, Encoding } from '../../../contract/statementFormat.ts';
import type { SkipReason } from './line.ts';
import type { Declared, Proof } from './proof.ts';
import type { Reading } from './readStatement.ts';
import type { Table } from './table.ts';

/** What is known of a file once all of it was read. */
export interface ReadingHead {
  kind: Table['kind'];
  encoding: Encoding | null;
  delimiter: Delimiter | null;
  /** The line of the header, as an editor counts it, and its names. */
  headerLine: number;
  columns: readonly string[];
  declared: Declared;
  proof: Proof;
  /** Rows below the header, and of these the lines of money, those that cannot be read, and those that are none. */
  rows: number;
  lines: number;
  faults: number;
  skipped: Partial<Record<SkipReason, number>>;
}

export function headOf(
  { kind, encoding, delimiter }: Table,
  { header, declared, proof, rows }: Reading,
): ReadingHead {
  const skipped: ReadingHead['skipped'] = {};
  for (const row of rows)
    if ('skipped' in row) skipped[row.skipped.reason] = (skipped[row.skipped.reason] ?? 0) + 1;
  return {
    kind,
    encoding,
    delimiter,
    headerLine: header.number,
    columns: header.names.filter((name) => name !== ''),
    declared,
    proof,
    rows: rows.length,
    lines: rows.filter((row) => 'line' in row).length,
    faults: rows.filter((row) => 'faults' in row).length,
    skipped,
  };
}
