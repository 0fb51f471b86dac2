import type { FieldKind } from '../../../contract/field.ts';
import { localText, textBack } from '../../../contract/localised.ts';
import { writable, type WriteMode } from '../../../contract/validate.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { Compiled } from '../compile.ts';

type Values = Record<string, unknown>;

/** What says which row a write is about. */
const ADDRESS = ['id', 'ids', 'version'];
/** How the family's forms say "none" of what is chosen. */
const NONE: readonly unknown[] = [0, '0', ''];

/** Kinds of which an empty text is no value. */
const CHOSEN: ReadonlySet<FieldKind> = new Set(['dict', 'instant', 'date']);

const objectOf = (body: unknown): Values =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Values) : {};

const picked = (body: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]));

/** What a deletion is about, of a body that may be a whole row, or a list of such. */
export const familyAddress = (body: unknown): Values =>
  Array.isArray(body)
    ? { ids: body.map((row: unknown) => objectOf(row).id) }
    : picked(objectOf(body), ADDRESS);

/**
 * Of a body that may be a whole row what this write may set: the rest is dropped and never written, whatever it is called.
 * `aliases` are the family's names of our fields.
 */
export function familyValues(
  resource: Resource,
  mode: WriteMode,
  body: unknown,
  aliases: Readonly<Record<string, string>> = {},
): Values {
  const given = objectOf(body);
  const renamed = { ...given };
  for (const [theirs, ours] of Object.entries(aliases))
    if (Object.hasOwn(given, theirs)) renamed[ours] = given[theirs];
  const names = Object.keys(resource.fields).filter((name) => writable(resource.fields[name]!, mode));
  const values = picked(renamed, mode === 'update' ? [...names, 'id', 'version'] : names);
  for (const name of names) {
    const field = resource.fields[name]!;
    if (field.kind === 'ref' && NONE.includes(values[name])) values[name] = null;
    else if (CHOSEN.has(field.kind) && values[name] === '') values[name] = null;
    // A form of theirs that does not ask for it leaves it out.
    if (mode === 'add' && values[name] === undefined && field.initial !== undefined)
      values[name] = field.initial;
  }
  return values;
}

/** A text that came back as it was shown leaves its other languages alone; a new one is that of the caller's language. */
export function keepLanguages(
  { resource }: Compiled,
  caller: Caller,
  before: Readonly<Values> | undefined,
  values: Values,
): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    const [stored, text] = [before?.[name], values[name]];
    if (!field.localised || field.kind !== 'text') continue;
    if (typeof stored !== 'string' || typeof text !== 'string') continue;
    const back = textBack({ stored, shown: localText(stored, caller.locale) }, caller.locale, text);
    if (back === undefined) delete values[name];
    else values[name] = back;
  }
}
