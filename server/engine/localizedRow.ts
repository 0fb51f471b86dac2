import { isFamily } from '../../contract/family.ts';
import { type Field, labelKey } from '../../contract/field.ts';
import type { Locale } from '../../contract/locales.ts';
import { localText } from '../../contract/localised.ts';
import type { Resource } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import type { Caller } from '../platform/http/caller.ts';
import { callTitle } from '../platform/http/callTitle.ts';
import { type Locales, textOf } from '../platform/http/locales.ts';
import { timeText } from '../platform/http/zone.ts';
import type { Column, Compiled } from './compile.ts';
import { JsonText } from './json.ts';

type Row = Record<string, unknown>;

/** Keys of a row that are answered in the caller's zone or language. */
export interface LocalizedKeys {
  /** Instants of the family's resources: as the caller's clock shows them (wire.md); business calls answer instants. */
  times: readonly string[];
  /** Labels of refs whose target keeps its name as a map of locale to text; a row's own texts stay raw for its form. */
  labels: readonly { name: string; field: Field }[];
  /** Lists of what other rows are called. */
  names: readonly string[];
  /** Calls of ours, by their titles. */
  calls: readonly { name: string; controller: string; action: string }[];
  locales: Locales;
}

/** True where a resource's own name is a map of locale to text. */
export const localName = ({ fields, label }: Resource): boolean => fields[label]?.localised === true;

/** A text of several languages in one: of a map, of a key of our texts, or as it is. */
export const textIn = (
  locales: Locales,
  locale: Locale,
  { keyOf }: Pick<Field, 'keyOf'>,
  text: string,
): string =>
  (keyOf === undefined ? undefined : textOf(locales, locale, keyOf, text)) ?? localText(text, locale);

export function localizedKeysOf(
  resource: Resource,
  columns: Iterable<Column>,
  locales: Locales,
): LocalizedKeys {
  const all = [...columns];
  const times = isFamily(resource) ? all.filter(({ type }) => type === 'timestamptz') : [];
  const labels = all.flatMap(({ name, field }) => {
    if (field.kind !== 'ref' || !localName(resourceOf(field.to))) return [];
    const { fields, label } = resourceOf(field.to);
    return [{ name, target: fields[label]! }];
  });
  const calls = all.flatMap(({ name, field: { call } }) => (call ? [{ name, ...call }] : []));
  return {
    times: times.map(({ name }) => name),
    labels: labels.map(({ name, target }) => ({ name: labelKey(name), field: target })),
    names: all.filter(({ names }) => names).map(({ name }) => name),
    calls,
    locales,
  };
}

/** Puts one row into the caller's words, in place. */
export function localizeRow<T extends Row>({ localized }: Compiled, caller: Caller, row: T): T {
  const answer: Row = row;
  for (const name of localized.times) {
    const at = answer[name];
    if (typeof at === 'string') answer[name] = timeText(new Date(at), caller.timeZone);
  }
  for (const { name, field } of localized.labels) {
    const text = answer[name];
    if (typeof text === 'string') answer[name] = textIn(localized.locales, caller.locale, field, text);
  }
  for (const name of localized.names) {
    const list = answer[name];
    if (Array.isArray(list)) answer[name] = list.map((text) => localText(String(text), caller.locale));
  }
  for (const { name, controller, action } of localized.calls) {
    const title = callTitle(
      localized.locales,
      caller.locale,
      String(answer[controller]),
      String(answer[action]),
    );
    if (title !== undefined && name in answer) answer[name] = title;
  }
  return row;
}

/** The same for a list; only short lists have such keys, so that they may be read and printed again. */
export function localizeRows(compiled: Compiled, caller: Caller, json: JsonText): JsonText {
  const { times, labels, names, calls } = compiled.localized;
  if (times.length + labels.length + names.length + calls.length === 0) return json;
  const rows = JSON.parse(json.text) as Row[];
  for (const row of rows) localizeRow(compiled, caller, row);
  return new JsonText(JSON.stringify(rows));
}
