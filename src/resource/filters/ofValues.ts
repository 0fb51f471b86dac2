import { isExclusion, takesExclusion } from '../../../contract/exclusion.ts';
import type { Field } from '../../../contract/field.ts';
import { Amount } from '../../../contract/money.ts';
import { startOfDay } from '../../kit/ui/instantText.ts';
import type { FilterValue } from './model.ts';

type Value = string | number | boolean;

const isValue = (value: unknown): value is Value =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';

/** What cells show, each once; a cell without a value is none. */
const distinct = (values: readonly unknown[]): Value[] => [...new Set(values.filter(isValue))];

const isListable = (value: Value): value is string | number => typeof value !== 'boolean';

/** From the least to the most of the values; times as the days of the zone that they lie in. */
function rangeOf(field: Field, values: readonly string[], zone: string): FilterValue {
  if (field.kind === 'instant') {
    const times = values.map((value) => Date.parse(value));
    const day = (at: number, days: number) => new Date(startOfDay(at, zone, days)).toISOString();
    return { from: day(Math.min(...times), 0), to: day(Math.max(...times), 1) };
  }
  const sorted = values.toSorted((a, b) =>
    field.kind === 'date' ? a.localeCompare(b) : new Amount(a).comparedTo(b),
  );
  return { from: sorted[0]!, to: sorted.at(-1)! };
}

/** The filter that leaves the rows with these values; undefined where the field has none that says so. */
export function filterByValues(
  field: Field,
  values: readonly unknown[],
  zone: string,
): FilterValue | undefined {
  const found = distinct(values);
  if (!field.filter || found.length === 0) return undefined;
  if (field.filter === 'range') return rangeOf(field, found.map(String), zone);
  if (field.filter === 'in') return found.filter(isListable);
  return found.length === 1 ? found[0] : undefined;
}

/** As `filterByValues`, of the filter that leaves these out besides what `known` leaves out already. */
export function filterWithoutValues(
  field: Field,
  values: readonly unknown[],
  known: FilterValue | undefined,
): FilterValue | undefined {
  const found = distinct(values);
  if (found.length === 0 || !takesExclusion(field)) return undefined;
  if (field.kind === 'flag') return found.length === 1 ? found[0] !== true : undefined;
  const out = found.filter(isListable);
  if (isExclusion(known)) return { not: [...new Set([...known.not, ...out])] };
  const wanted = Array.isArray(known) ? (known as readonly (string | number)[]) : [];
  const rest = wanted.filter((each) => !out.some((value) => String(value) === String(each)));
  return rest.length > 0 ? rest : { not: out };
}
