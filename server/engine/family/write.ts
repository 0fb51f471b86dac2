import { DICTS } from '../../../contract/dicts.ts';
import type { Field, FieldKind, Fields } from '../../../contract/field.ts';
import { localText, textBack } from '../../../contract/localised.ts';
import { MASKED, writable, type WriteMode } from '../../../contract/validate.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { typedInstant } from '../../platform/localTime.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { Compiled } from '../compile.ts';

type Values = Record<string, unknown>;

/** What says which row a write is about. */
const ADDRESS = ['id', 'ids', 'version'];
/** How the family's forms say "none" of what is chosen. */
const NONE: readonly unknown[] = [0, '0', ''];

/** Kinds of which an empty text is no value. */
const CHOSEN: ReadonlySet<FieldKind> = new Set(['dict', 'instant', 'date']);

const dictValues = (dict: string): readonly (string | number)[] =>
  ((DICTS as Readonly<Record<string, readonly { value: string | number }[]>>)[dict] ?? []).map(
    ({ value }) => value,
  );

const objectOf = (body: unknown): Values =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Values) : {};

const picked = (body: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]));

/** A value as a text box or a switch of theirs sends it: numbers and flags as texts, and the other way round. */
function fromForm(field: Field, value: unknown, timeZone: string): unknown {
  const text = typeof value === 'string' ? value.trim() : undefined;
  switch (field.kind) {
    case 'int':
      return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : value;
    case 'flag':
      return text === 'true' || text === 'false' ? text === 'true' : value;
    case 'dict':
      return (
        dictValues(field.dict).find((each) => typeof each === 'number' && String(each) === text) ?? value
      );
    case 'instant':
      return text === undefined ? value : typedInstant(text, timeZone);
    // A picker of days may write the time of day, too.
    case 'date':
      return text?.replace(/[ T]00:00:00$/, '') ?? value;
    case 'text':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    default:
      return value;
  }
}

/** What a deletion is about, of a body that may be a whole row, or a list of such. */
export const familyAddress = (body: unknown): Values =>
  Array.isArray(body)
    ? { ids: body.map((row: unknown) => objectOf(row).id) }
    : picked(objectOf(body), ADDRESS);

/**
 * Of a body that may be a whole row what this write may set: the rest is dropped and never written, whatever it is called.
 * Times are of the caller's clock; `aliases` are the family's names of our fields.
 */
export function familyValues(
  resource: Resource,
  mode: WriteMode,
  body: unknown,
  timeZone: string,
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
    if (Object.hasOwn(values, name)) values[name] = fromForm(field, values[name], timeZone);
    if (field.kind === 'ref' && NONE.includes(values[name])) values[name] = null;
    else if (CHOSEN.has(field.kind) && values[name] === '') values[name] = null;
    // A copy brings the mask of a secret that it has not read.
    if (mode === 'add' && field.kind === 'secret' && values[name] === MASKED) delete values[name];
    // A form of theirs that does not ask for it leaves it out.
    if (mode === 'add' && values[name] === undefined && field.initial !== undefined)
      values[name] = field.initial;
  }
  return values;
}

/** Of a whole row what an action takes. */
export const familyInput = (fields: Fields, row: Values, timeZone: string): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => Object.hasOwn(row, name))
      .map(([name, field]) => [name, fromForm(field, row[name], timeZone)]),
  );

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
