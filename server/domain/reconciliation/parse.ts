import { Readable } from 'node:stream';
import { CsvError, parse as csvParser } from 'csv-parse';
import { BrokenStatement } from './brokenStatement.ts';
import type { OwnAccounts } from './reference.ts';
import { MOST_COLUMNS } from './shape.ts';
import { type Line, type LineFault, missingColumns, type Parser, readLine } from './statement.ts';

export interface Read {
  /** As an editor counts them: the header is 1. */
  number: number;
  line: Line | readonly LineFault[];
}

const CHUNK = 64 * 1024;
const LONGEST_RECORD = 64 * 1024;

function* pieces(content: string): Generator<string> {
  for (let at = 0; at < content.length; at += CHUNK) yield content.slice(at, at + CHUNK);
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** The movements of a statement one after another, in bounded memory. @throws BrokenStatement */
export async function* readStatement(
  content: string,
  parser: Parser,
  currency: string,
  own: OwnAccounts,
): AsyncGenerator<Read> {
  const csv = csvParser({
    bom: true,
    delimiter: parser.delimiter,
    info: true,
    max_record_size: LONGEST_RECORD,
    relax_column_count: true,
    // A name may have a quote in it.
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  const records = Readable.from(pieces(content)).pipe(csv) as AsyncIterable<CsvRecord>;
  let header: string[] | undefined;
  let some = false;
  try {
    for await (const { record, info } of records) {
      // Columns may hide behind quotes that the check before parsing cannot pair.
      if (record.length > MOST_COLUMNS) throw new BrokenStatement('tooManyColumns', '', info.lines);
      if (!header) {
        header = record;
        const missing = missingColumns(parser, header);
        if (missing.length > 0) throw new BrokenStatement('columns', missing.join(', '));
        continue;
      }
      const cells = Object.fromEntries(header.map((name, at) => [name, record[at]]));
      const line =
        record.length < header.length ? ['columns' as const] : readLine(parser, currency, cells, own);
      some = true;
      yield { number: info.lines, line };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new BrokenStatement('csv', error.code);
    throw error;
  }
  if (!header) throw new BrokenStatement('empty');
  if (!some) throw new BrokenStatement('noLines');
}
