import { isExclusion } from '../../../contract/exclusion.ts';
import type { Field } from '../../../contract/field.ts';
import { type Translate, dictLabel } from '../../kit/index.ts';
import { inputText, instantText } from '../../kit/ui/instantText.ts';
import { type FilterValue, type Range, isRange } from './model.ts';

export interface DescribeContext {
  t: Translate;
  zone: string;
  now: number;
  /** The label of a picked row of another resource. */
  name: (id: string) => string;
}

function rangeText(field: Field, range: Range, { t, zone, now }: DescribeContext): string {
  if (range.relative) return t(`range.${range.relative}`);
  const day = (value: string | undefined): string => inputText(value, zone).slice(0, 10);
  const apart = field.kind === 'instant' && range.from && range.to && day(range.from) !== day(range.to);
  const show = (value: string | undefined): string => {
    if (value === undefined || field.kind !== 'instant') return value ?? '';
    // Both ends have room when whole minutes, which are what is typed, are shown without seconds.
    const text = instantText(value, zone, now).replace(/:00$/, '');
    // A time alone is today's, and beside another day it would be taken for that one's.
    return apart && !text.includes(' ') ? `${day(value).slice(5)} ${text}` : text;
  };
  if (range.from && range.to) return `${show(range.from)} – ${show(range.to)}`;
  return range.from ? `≥ ${show(range.from)}` : `≤ ${show(range.to)}`;
}

/** What a chip says: the first two choices by name, how many more, or `any`. */
export function describeFilter(
  field: Field,
  value: FilterValue | undefined,
  context: DescribeContext,
): string {
  if (value === undefined) return context.t('any');
  if (isExclusion(value))
    return context.t('filter.not', { values: describeFilter(field, value.not, context) });
  if (isRange(value)) return rangeText(field, value, context);
  if (typeof value === 'boolean') return context.t(value ? 'yes' : 'no');
  const list = Array.isArray(value) ? (value as readonly (string | number)[]) : [value as string | number];
  const names = list.map((item) =>
    field.kind === 'dict'
      ? dictLabel(field.dict, item)
      : field.kind === 'ref'
        ? context.name(String(item))
        : String(item),
  );
  return names.slice(0, 2).join(', ') + (names.length > 2 ? ` +${names.length - 2}` : '');
}
