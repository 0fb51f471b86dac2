import { labelKey } from '../../contract/field.ts';
import { localText } from '../../contract/localised.ts';
import type { ActionResult, Row } from '../../contract/calls.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Locale } from '../platform/http/caller.ts';
import { type Engine, readingAs } from './engine.ts';
import { type Reader, rowsByIds } from './read.ts';

/** So many refused rows are named; a screen lists no more, and an answer does not grow with them. */
const NAMED = 200;

/** What people call a row, as its screens do: its label, or its first two parents where it has none of its own. */
export function rowName({ label, fields }: Resource, row: Row, locale: Locale): string {
  const textOf = (name: string): string => {
    const value = row[fields[name]?.kind === 'ref' ? labelKey(name) : name] ?? row[name];
    if (typeof value !== 'string') return '';
    return fields[name]?.localised ? localText(value, locale) : value;
  };
  if (fields[label]) return textOf(label) || row.id;
  const parents = Object.keys(fields).filter((name) => fields[name]?.kind === 'ref');
  return parents.map(textOf).filter(Boolean).slice(0, 2).join(' · ') || row.id;
}

/** The same result with its first refused rows named, those that the caller may still see. */
export async function withNames<T extends ActionResult>(
  engine: Engine,
  reader: Reader,
  result: T,
): Promise<T> {
  const { compiled, caller } = reader;
  const ids = result.refused.slice(0, NAMED).map(({ id }) => id);
  if (ids.length === 0) return result;
  const { text } = await rowsByIds(readingAs(engine, compiled, caller).pool, reader, ids);
  const names = new Map(
    (JSON.parse(text) as Row[]).map((row) => [row.id, rowName(compiled.resource, row, caller.locale)]),
  );
  const refused = result.refused.map((each) => {
    const name = names.get(each.id);
    return name === undefined ? each : { ...each, name };
  });
  return { ...result, refused };
}
