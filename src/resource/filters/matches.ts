import { anyIdOf, isSameNumber, matchesNumber, splitNumbers } from '../../../contract/anyId.ts';
import { IS_OUT, type Row } from '../../../contract/calls.ts';
import { askedOf, WAITS_FOR_APPROVAL } from '../../../contract/asked.ts';
import { isExclusion } from '../../../contract/exclusion.ts';
import { type Field, isElsewhere, labelKey } from '../../../contract/field.ts';
import { hadHandIn } from '../../../contract/hands.ts';
import { Amount } from '../../../contract/money.ts';
import type { Resource } from '../../../contract/resource.ts';
import { ANY_ID, type Range, isRange } from './model.ts';

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** As the server compares: the upper end of a time is left out, that of a day or an amount is not. */
function inRange(field: Field, value: unknown, range: Range): boolean {
  if (value === null || value === undefined) return false;
  if (field.kind === 'date')
    return (!range.from || text(value) >= range.from) && (!range.to || text(value) <= range.to);
  if (field.kind === 'instant') {
    const at = Date.parse(text(value));
    return (!range.from || at >= Date.parse(range.from)) && (!range.to || at < Date.parse(range.to));
  }
  const amount = new Amount(text(value));
  return (!range.from || amount.gte(range.from)) && (!range.to || amount.lte(range.to));
}

function matchesOne(field: Field, value: unknown, wanted: unknown): boolean {
  if (isExclusion(wanted)) return !wanted.not.some((item) => matchesOne(field, value, item));
  if (field.filter === 'range') return !isRange(wanted) || inRange(field, value, wanted);
  if (Array.isArray(wanted)) return wanted.some((item) => text(item) === text(value));
  if (field.filter === 'prefix') return text(value).startsWith(text(wanted));
  if (field.filter === 'contains') return text(value).toLowerCase().includes(text(wanted).toLowerCase());
  const pasted = field.ending && typeof wanted === 'string' ? splitNumbers(wanted) : [];
  if (pasted.length > 1) return pasted.some((each) => matchesOne(field, value, each));
  if (field.kind === 'text' && field.caseless) return isSameNumber(text(value), text(wanted));
  if (field.kind === 'text' && field.actor) return hadHandIn(text(value), text(wanted));
  return text(value) === text(wanted);
}

interface SoughtNumbers {
  text: string;
  /** In small letters. */
  exact: ReadonlySet<string>;
  start: string | undefined;
}
let latest: SoughtNumbers = { text: '', exact: new Set(), start: undefined };

/** Up to thousands of numbers are read once for all rows that are compared with them. */
function readAnyId(typed: string): SoughtNumbers {
  if (typed === latest.text) return latest;
  const { exact, start } = anyIdOf(typed);
  latest = { text: typed, exact: new Set(exact.map((each) => each.toLowerCase())), start };
  return latest;
}

function hasId(resource: Resource, row: Row, wanted: unknown): boolean {
  const { exact, start } = readAnyId(text(wanted));
  const merchant = resource.fields.merchantId && text(row[labelKey('merchantId')]).toLowerCase();
  if (start !== undefined && merchant?.includes(start.toLowerCase())) return true;
  return resource.anyId.some((name) => {
    const own = text(row[name]);
    if (exact.has(own.toLowerCase())) return true;
    if (start === undefined) return false;
    // Names by any part, numbers by how they begin or end.
    const field = resource.fields[name];
    return field?.filter === 'contains'
      ? own.toLowerCase().includes(start.toLowerCase())
      : matchesNumber(own, start, field?.ending === true);
  });
}

/** Of the (wire) filters those that only the server can answer for a row. */
export const elsewhereOf = (
  { fields }: Resource,
  wire: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(wire).filter(
      ([name]) => name !== WAITS_FOR_APPROVAL && fields[name] !== undefined && isElsewhere(fields[name]),
    ),
  );

/** Would the server still send this row for these (wire) filters? The client marks the ones that left. */
export function matches(resource: Resource, wire: Record<string, unknown>, row: Row): boolean {
  return Object.entries(wire).every(([name, wanted]) => {
    if (name === ANY_ID) return hasId(resource, row, wanted);
    if (name === WAITS_FOR_APPROVAL) return text(askedOf(row) != null) === text(wanted);
    const field = resource.fields[name];
    if (field && isElsewhere(field)) return row[IS_OUT] !== true;
    return !field || matchesOne(field, row[name], wanted);
  });
}
