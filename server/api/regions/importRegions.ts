import type { PoolClient } from 'pg';
import type { Fault } from '../../platform/http/refuseField.ts';
import { newId } from '../../platform/db/id.ts';
import { type DelimitedLine, delimitedLines } from '../../platform/delimited.ts';

const MOST_LINES = 50_000;
const SHOWN_MOST = 20;
/** As ISO 3166 has it, or 6, 9 or 12 digits. */
export const CODE = /^(?:[A-Z]{2}(?:-[A-Z0-9]{1,3})?|\d{6}|\d{9}|\d{12})$/;
const LONGEST = 300;

export interface Imported {
  added: number;
  updated: number;
}

interface Line {
  no: number;
  code: string;
  name: string;
  parent: string;
  zip: string | null;
  city: string | null;
}

/** What is wrong with a file, line by line. */
export class BadLines extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super('lines of the file');
    this.faults = faults.slice(0, SHOWN_MOST);
  }
}

const fault = (line: number, text: string, values: Record<string, unknown> = {}): Fault => ({
  field: 'csv',
  text,
  values: { line, ...values },
});

const COLUMNS = ['parent', 'code', 'name', 'zipCode', 'cityCode'] as const;
type Cells = Record<(typeof COLUMNS)[number], string>;

/** Cells by the names of the header; undefined where there are more of them. */
function cellsOf({ cells }: DelimitedLine, header: readonly string[]): Cells | undefined {
  if (cells.slice(header.length).some((cell) => cell.trim() !== '')) return undefined;
  const cell = (name: string): string => cells[header.indexOf(name)]?.trim() ?? '';
  return Object.fromEntries(COLUMNS.map((name) => [name, cell(name)])) as Cells;
}

/** Lines of `parent,code,name,zipCode,cityCode`, with a header in any order, and those that are none. @throws BadLines */
function linesOf(csv: string): { lines: Line[]; faults: Fault[] } {
  const [first, ...rest] = delimitedLines(csv, ',', MOST_LINES + 2);
  const header = first?.cells.map((cell) => cell.trim()) ?? [];
  if (first?.isOdd) throw new BadLines([fault(first.no, 'regionQuote')]);
  if (rest.length > MOST_LINES) throw new BadLines([fault(MOST_LINES, 'regionMany', { most: MOST_LINES })]);
  if (rest.length === 0 || !(header.includes('code') && header.includes('name')))
    throw new BadLines([fault(1, 'regionColumns')]);
  const [lines, faults]: [Line[], Fault[]] = [[], []];
  for (const row of rest) {
    const cells = row.isOdd ? undefined : cellsOf(row, header);
    if (cells) {
      const { code, name, parent, zipCode, cityCode } = cells;
      lines.push({ no: row.no, code, name, parent, zip: zipCode || null, city: cityCode || null });
    } else faults.push(fault(row.no, row.isOdd ? 'regionQuote' : 'regionLine'));
  }
  return { lines, faults };
}

/** A parent is there already, or in a line above. @throws BadLines with these faults too */
function checkLines(
  { lines, faults: unread }: ReturnType<typeof linesOf>,
  known: ReadonlyMap<string, unknown>,
): void {
  const faults = [...unread];
  const above = new Set<string>();
  for (const { no, code, name, parent, zip, city } of lines) {
    if (!CODE.test(code)) faults.push(fault(no, 'regionCode', { code }));
    if (above.has(code)) faults.push(fault(no, 'regionTwice', { code }));
    if (name === '' || name.length > LONGEST) faults.push(fault(no, 'regionName'));
    if ((zip?.length ?? 0) > 12 || (city?.length ?? 0) > 12) faults.push(fault(no, 'regionLine'));
    if (parent !== '' && (parent === code || !(known.has(parent) || above.has(parent))))
      faults.push(fault(no, 'regionParent', { code: parent }));
    above.add(code);
  }
  const lineOf = ({ values }: Fault): number => Number(values?.line);
  if (faults.length > 0) throw new BadLines(faults.toSorted((a, b) => lineOf(a) - lineOf(b)));
}

const WRITE = `insert into sys_region (id, pid, name, code, zip_code, city_code, level, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (code) do update set name = excluded.name, zip_code = coalesce(excluded.zip_code, sys_region.zip_code),
    city_code = coalesce(excluded.city_code, sys_region.city_code), version = sys_region.version + 1,
    updated_at = now(), updated_by = excluded.created_by
  returning id::text`;

/**
 * Adds the regions of a file and renames those it knows; where they are is changed by hand. All lines or none.
 * @throws BadLines
 */
export async function importRegions(tx: PoolClient, userId: string, csv: string): Promise<Imported> {
  const read = linesOf(csv);
  await tx.query('lock table sys_region in share row exclusive mode');
  const { rows } = await tx.query<{ code: string; id: string; level: number }>(
    'select code, id::text, level from sys_region',
  );
  const known = new Map(rows.map(({ code, id, level }) => [code, { id, level }]));
  checkLines(read, known);
  const count = { added: 0, updated: 0 };
  for (const { code, name, parent, zip, city } of read.lines) {
    const there = known.get(code);
    const under = known.get(parent);
    const level = there?.level ?? (under?.level ?? 0) + 1;
    const values = [newId(), under?.id ?? null, name, code, zip, city, level, userId];
    const written = await tx.query<{ id: string }>({ name: 'region-import', text: WRITE, values });
    known.set(code, { id: written.rows[0]!.id, level });
    if (there) count.updated += 1;
    else count.added += 1;
  }
  return count;
}
