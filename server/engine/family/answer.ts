import { isFamily } from '../../../contract/family.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Compiled } from '../compile.ts';
import type { Engine } from '../engine.ts';
import { halfOf, type ServerHalf } from '../serverHalf.ts';
import { type FamilyRow, familyRow } from './row.ts';

type Row = Record<string, unknown>;

/** One row as their lists have it, with what these add to it. */
async function asListed(
  engine: Engine,
  compiled: Compiled,
  caller: Caller,
  row: FamilyRow,
): Promise<FamilyRow> {
  const { familyPage } = halfOf(engine.halves, compiled.resource);
  const more = await familyPage?.more(engine, caller, [row.id], [row]);
  return familyRow(compiled, caller, { ...row, ...more?.get(row.id) });
}

/** Who asks by the family's spelling of a query, or by address alone, reads the row as its lists have it. */
export const familyDetail = async (
  engine: Engine,
  compiled: Compiled,
  caller: Caller,
  query: Row | undefined,
  row: Row,
): Promise<Row> =>
  isFamily(compiled.resource) && (query === undefined || query.Id !== undefined)
    ? asListed(engine, compiled, caller, row as FamilyRow)
    : row;

/** The family's clients send no key with what they write. Of some adds they read the new id alone, else the row. */
export async function familyAnswer(
  engine: Engine,
  compiled: Compiled,
  verb: 'add' | 'update',
  { caller, headers }: { caller: Caller; headers: Row },
  row: Row,
): Promise<unknown> {
  if (!isFamily(compiled.resource) || headers['idempotency-key'] !== undefined) return row;
  const { answersId } = halfOf(engine.halves, compiled.resource);
  return verb === 'add' && answersId ? row.id : asListed(engine, compiled, caller, row as FamilyRow);
}

/** A refusal of fields by the names that the body has for them. */
export function inTheirNames(error: unknown, { aliases = {} }: ServerHalf, body: unknown): unknown {
  if (!(error instanceof Refused) || !error.fields || typeof error.fields === 'function') return error;
  const given = (body ?? {}) as Row;
  const theirs = new Map(
    Object.entries(aliases).flatMap(([name, ours]) =>
      Object.hasOwn(given, name) && !Object.hasOwn(given, ours) ? [[ours, name] as const] : [],
    ),
  );
  const named = Object.entries(error.fields).map(([name, texts]) => [theirs.get(name) ?? name, texts]);
  return new Refused(error.code, error.values, Object.fromEntries(named) as Record<string, string[]>);
}
