import { isFamily } from '../../../contract/family.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Compiled } from '../compile.ts';
import type { ServerHalf } from '../serverHalf.ts';
import { type FamilyRow, familyRow } from './row.ts';

type Row = Record<string, unknown>;

/** Who asks by the family's spelling of a query, or by address alone, reads the row as its lists have it. */
export const familyDetail = (compiled: Compiled, caller: Caller, query: Row | undefined, row: Row): Row =>
  isFamily(compiled.resource) && (query === undefined || query.Id !== undefined)
    ? familyRow(compiled, caller, row as FamilyRow)
    : row;

/** The family's clients send no key with what they write. Of some adds they read the new id alone, else the row. */
export function familyAnswer(
  compiled: Compiled,
  { answersId }: ServerHalf,
  verb: 'add' | 'update',
  { caller, headers }: { caller: Caller; headers: Row },
  row: Row,
): unknown {
  if (!isFamily(compiled.resource) || headers['idempotency-key'] !== undefined) return row;
  return verb === 'add' && answersId ? row.id : familyRow(compiled, caller, row as FamilyRow);
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
