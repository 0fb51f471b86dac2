import { randomUUID } from 'node:crypto';
import {
  type ComparedSums,
  type Comparison,
  type ComparisonRequest,
  isComparable,
  isKey,
} from '../../../contract/comparison.ts';
import type { Field } from '../../../contract/field.ts';
import { type Caller, demand } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Column, type Compiled, viewOf } from '../compile.ts';
import { ask, compiledOf, type Engine, type Reading, readingAs } from '../engine.ts';
import { tooWide } from '../openScroll.ts';
import { longReads } from '../longReads.ts';
import { idsFromBytes } from '../snapshots.ts';
import { within } from '../timed.ts';
import { refusedPart, WrongFilter } from '../wrongFilter.ts';
import { type Aligned, type AlignedSide, type Aligning, alignSql, countSql } from './align.ts';
import { type Alignment, differsIn, differsOf, isPartial, marksFromBytes, presentIn } from './alignment.ts';

/** Times longer than a list may take to open. */
const TIMES = 6;
/** Comparisons at once: each takes a connection, and much of a core, for seconds. */
const inTurn = longReads(2);

function columnOf(compiled: Compiled, key: string, name: string, fits: (field: Field) => boolean): Column {
  const column = compiled.columns.get(name);
  if (column && fits(column.field)) return column;
  const allowed = [...compiled.columns.values()].filter(({ field }) => fits(field)).map((each) => each.name);
  throw refusedPart(compiled, new WrongFilter(key, 'columns', { field: name, allowed }));
}

/** Amounts are compared with amounts, and a reference with one to the same resource. */
const typeOf = ({ field, type }: Column): string => (field.kind === 'ref' ? `ref ${field.to}` : type);

/** @throws Refused where the fields of one comparison, or of one part of the key, are of several types */
function demandOneType(compiled: Compiled, key: string, columns: readonly (Column | undefined)[]): void {
  const known = columns.filter((column) => column !== undefined);
  const other = known.find((column) => typeOf(column) !== typeOf(known[0]!));
  if (other) throw refusedPart(compiled, new WrongFilter(key, 'columns', { field: other.name, allowed: [] }));
}

/** The column that a side is ordered by: the one asked for, its namesake of that type, else the side's own order. */
function sortOf(compiled: Compiled, wanted: Column): Column | undefined {
  const { sort } = compiled.resource;
  return [wanted.name, sort.field]
    .map((name) => compiled.columns.get(name))
    .find((column) => column !== undefined && column.type === wanted.type);
}

/** What the route's body cannot say of one part by itself. @throws Refused where the parts do not fit each other */
function demandShape({ sides, compared, of }: ComparisonRequest): void {
  const parts = sides[0]?.key.length ?? 0;
  const fits =
    (of === undefined || of < sides.length) &&
    sides.every(({ key }) => key.length === parts) &&
    compared.every((fields) => fields.length === sides.length);
  if (!fits) throw new Refused('validation');
}

async function sidesOf(
  engine: Engine,
  caller: Caller,
  { sides, compared, sort }: ComparisonRequest,
): Promise<AlignedSide[]> {
  const compileds = sides.map(({ resource }) => {
    const compiled = compiledOf(engine, resource);
    demand(caller, [`${resource}:page`]);
    return viewOf(compiled, caller);
  });
  const first = compileds[sort?.side ?? 0];
  if (!first) throw new Refused('validation');
  const by = columnOf(
    first,
    'sort',
    sort?.field ?? first.resource.sort.field,
    ({ sort: may }) => may === true,
  );
  const found = await Promise.all(
    sides.map(async ({ filters, key }, at): Promise<AlignedSide> => {
      const compiled = compileds[at]!;
      return {
        question: await ask(engine, compiledOf(engine, compiled.resource), caller, filters),
        key: key.map((names) => names.map((name) => columnOf(compiled, 'key', name, isKey))),
        compared: compared.map((fields) => {
          const name = fields[at];
          return name == null ? undefined : columnOf(compiled, 'compared', name, isComparable);
        }),
        sort: at === (sort?.side ?? 0) ? by : sortOf(compiled, by),
      };
    }),
  );
  for (const [part] of found[0]!.key.entries())
    demandOneType(
      first,
      'key',
      found.flatMap(({ key }) => key[part]!),
    );
  for (const [at] of compared.entries())
    demandOneType(
      first,
      'compared',
      found.map((side) => side.compared[at]),
    );
  return found;
}

/** Merchants' people read what is theirs behind row security, and all sides are read by one statement. */
function readingOf(engine: Engine, caller: Caller, sides: readonly AlignedSide[]): Reading {
  const readings = sides.map(({ question }) => readingAs(engine, question.compiled, caller));
  const [first] = readings;
  if (caller.merchantId !== null && readings.some((reading) => reading === engine))
    throw new Refused('forbidden');
  return first!;
}

function summed(sums: Aligned['sums'], sides: number): ComparedSums[] {
  const found = new Map<string, ComparedSums>();
  for (const [compared, side, currency, amount] of sums) {
    const key = `${compared}/${currency}`;
    const known = found.get(key) ?? { compared, currency, sums: Array.from({ length: sides }, () => null) };
    found.set(key, known);
    known.sums[side] = amount;
  }
  return [...found.values()].sort(
    (a, b) => a.compared - b.compared || (a.currency ?? '').localeCompare(b.currency ?? ''),
  );
}

/** What the marks come to. */
function counted({ marks, ids }: Alignment, compared: number): Omit<Comparison, 'token' | 'sums'> {
  const sides = ids.length;
  const missing = ids.map(() => 0);
  const differs = Array.from({ length: compared }, () => 0);
  const total = marks.length;
  let [equal, partial, differing] = [0, 0, 0];
  for (const mark of marks) {
    const isCut = isPartial(mark, sides);
    if (isCut) partial += 1;
    if (differsOf(mark) !== 0) differing += 1;
    else if (!isCut) equal += 1;
    for (let side = 0; side < sides; side += 1) if ((mark & presentIn(side)) === 0) missing[side]! += 1;
    for (let at = 0; at < compared; at += 1) if ((mark & differsIn(at)) !== 0) differs[at]! += 1;
  }
  return { total, equal, partial, rows: missing.map((count) => total - count), missing, differs, differing };
}

/** Aligned in the caller's turn, as of one moment. @throws Refused busy, narrowFilter */
async function align(engine: Engine, reading: Reading, aligning: Aligning): Promise<Aligned> {
  const { sides, most } = aligning;
  const tooMany = (at: number): Refused => tooWide(engine, sides[at]!.question, 'narrowFilter');
  const read = () =>
    within(reading.pool, engine.options.openTimeoutMs * TIMES, async (client) => {
      const { rows } = await client.query<{ counts: (number | null)[] }>(countSql(aligning));
      // A list that is too long is not aligned in vain.
      const wide = rows[0]!.counts.findIndex((count) => (count ?? 0) > most);
      if (wide >= 0) throw tooMany(wide);
      await client.query("set local work_mem = '64MB'");
      return (await client.query<Aligned>(alignSql(aligning))).rows[0];
    });
  const aligned = await inTurn(engine, sides[0]!.question.caller, read);
  if (!aligned) throw tooMany(aligning.of ?? 0);
  return aligned;
}

/**
 * POST /api/comparison/open: aligns lists by a key and counts what differs, over the whole of each side as of one moment.
 * @throws Refused narrowFilter where a side has more rows than are counted exactly, busy where several of the caller's comparisons wait
 */
export async function openComparison(
  engine: Engine,
  caller: Caller,
  request: ComparisonRequest,
): Promise<Comparison> {
  demandShape(request);
  const sides = await sidesOf(engine, caller, request);
  const { snapshotRows: most } = engine.options;
  const order = request.sort?.order ?? sides[0]!.question.compiled.resource.sort.order;
  const aligning: Aligning = { sides, descending: order === 'descending', most, of: request.of };
  const { marks, sums, ...buffers } = await align(engine, readingOf(engine, caller, sides), aligning);
  const alignment: Alignment = {
    token: `c.${randomUUID()}`,
    userId: caller.userId,
    resources: request.sides.map(({ resource }) => resource),
    ids: sides.map((_, at) => idsFromBytes(buffers[`i${at}`] ?? Buffer.alloc(0))),
    marks: marksFromBytes(marks ?? Buffer.alloc(0)),
    shown: undefined,
  };
  const counts = counted(alignment, request.compared.length);
  // What is read by the keys of another is known to be too long only now.
  const wide = counts.rows.findIndex((count) => count > most);
  if (wide >= 0) throw tooWide(engine, sides[wide]!.question, 'narrowFilter');
  engine.alignments.put(alignment);
  return { token: alignment.token, ...counts, sums: summed(sums, sides.length) };
}
