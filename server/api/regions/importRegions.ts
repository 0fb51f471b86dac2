import { CsvError, parse } from 'csv-parse/sync';
import type { PoolClient } from 'pg';
import type { Fault } from '../../platform/http/refuseField.ts';
import { newId } from '../../platform/db/id.ts';

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

/** Lines of `parent,code,name,zipCode,cityCode`, with a header in any order. @throws BadLines */
function linesOf(csv: string): Line[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(csv, { columns: true, bom: true, skip_empty_lines: true, trim: true, to: MOST_LINES + 1 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BadLines([fault(Number(error.lines ?? 1), 'regionLine')]);
  }
  if (rows.length > MOST_LINES) throw new BadLines([fault(MOST_LINES, 'regionMany', { most: MOST_LINES })]);
  if (rows.length === 0) throw new BadLines([fault(1, 'regionColumns')]);
  if (rows[0] && !('code' in rows[0] && 'name' in rows[0])) throw new BadLines([fault(1, 'regionColumns')]);
  return rows.map(({ code = '', name = '', parent = '', zipCode = '', cityCode = '' }, at) => ({
    no: at + 2,
    code,
    name,
    parent,
    zip: zipCode || null,
    city: cityCode || null,
  }));
}

/** A parent is there already, or in a line above. */
function checkLines(lines: readonly Line[], known: ReadonlyMap<string, unknown>): void {
  const faults: Fault[] = [];
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
  if (faults.length > 0) throw new BadLines(faults);
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
  const lines = linesOf(csv);
  await tx.query('lock table sys_region in share row exclusive mode');
  const { rows } = await tx.query<{ code: string; id: string; level: number }>(
    'select code, id::text, level from sys_region',
  );
  const known = new Map(rows.map(({ code, id, level }) => [code, { id, level }]));
  checkLines(lines, known);
  const count = { added: 0, updated: 0 };
  for (const { code, name, parent, zip, city } of lines) {
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
