import type { Row } from '../../../contract/calls.ts';
import type { Field } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import {
  type Words as SchemaWords,
  type WriteMode,
  writable,
  writeSchema,
} from '../../../contract/validate.ts';

/** Fields a form of this mode shows, in the definition's order. */
export function formFields(resource: Resource, mode: WriteMode): [string, Field][] {
  return Object.entries(resource.fields).filter(([, field]) => writable(field, mode));
}

/** Ids in one order, so that picking the same ones again is no change. */
const sorted = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).sort() : value);

/** A row as the inputs hold it: JSON as text, absent values undefined; a new one starts with what is usual. */
export function toForm(resource: Resource, mode: WriteMode, row: Row | undefined): Record<string, unknown> {
  return Object.fromEntries(
    formFields(resource, mode).map(([name, field]) => {
      // Why it was written last is no reason to write it now.
      const value = row ? (field.why ? undefined : row[name]) : field.initial;
      if (value === null || value === undefined) return [name, field.kind === 'flag' ? false : undefined];
      const isText = field.kind === 'json' && !field.perCurrency && !field.rows && !field.several;
      if (!isText || typeof value === 'string') return [name, value];
      return [name, field.to ? sorted(value) : JSON.stringify(value, null, 2)];
    }),
  );
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function parsed(field: Field, value: unknown): unknown {
  if (value === '' || value === undefined) return null;
  if (field.kind !== 'json' || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // The schema says what is wrong with the text.
    return value;
  }
}

/** What goes to the server: everything given on add, only what changed (with id and version) on update. */
export function toWrite(
  resource: Resource,
  mode: WriteMode,
  values: Record<string, unknown>,
  row: Row | undefined,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, field] of formFields(resource, mode)) {
    const value = parsed(field, values[name]);
    const before = field.kind === 'json' && field.to ? sorted(row?.[name]) : row?.[name];
    if (mode === 'add' || field.why ? value !== null : !same(value, before)) out[name] = value;
  }
  return mode === 'update' && row ? { ...out, id: row.id, version: row.version ?? 0 } : out;
}

/** Texts by field; empty when the server may be asked. */
export function problems(
  resource: Resource,
  mode: WriteMode,
  body: Record<string, unknown>,
  words: SchemaWords,
): Record<string, string[]> {
  const checked = writeSchema(resource, mode, words).safeParse(body);
  if (checked.success) return {};
  const found: Record<string, string[]> = {};
  for (const issue of checked.error.issues) {
    const name = String(issue.path[0] ?? '');
    (found[name] ??= []).push(issue.message);
  }
  return found;
}
