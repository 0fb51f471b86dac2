import type { Fields } from '../../../contract/field.ts';
import { type Measure, type MeasureGroup, type MeasureValue, rateValue } from '../../../contract/measure.ts';
import { isNamed } from '../../../contract/measures.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { dictLabel } from '../data/dict.ts';
import { translate, translateIfAny } from '../i18n/i18n.ts';
import { formatCount, formatMoney } from '../ui/format.ts';

/** What measures, their groups and their values are called on screen. */

export const resourceTitle = (id: string): string => translate(`${resourceOf(id).area}:${id}.title`);

/** What a list calls one of its columns. */
export function fieldTitle(resource: string, name: string): string {
  const own = translateIfAny(`${resourceOf(resource).area}:${resource}.fields.${name}`);
  return own ?? translateIfAny(`grid:fields.${name}`) ?? name;
}

/** A measure as a column of a table about its resource is called. */
export function measureTitle(measure: Measure): string {
  const [resource, name] = measure.id.split('.');
  if (isNamed(measure)) return translate(`widgets:measure.${resource}.${name}`);
  return measure.sum ? fieldTitle(measure.resource, measure.sum) : translate('widgets:measure.rows');
}

/** The value of a group as people read it. */
export function groupTitle(
  resource: string,
  by: string,
  { key, label }: Pick<MeasureGroup, 'key' | 'label'>,
): string {
  if (key === null) return translate('widgets:measure.none');
  if (label !== null) return label;
  const field = resourceOf(resource).fields[by];
  // A currency is known by its code, everywhere.
  if (field?.kind === 'dict') return field.dict === 'currency' ? key : dictLabel(field.dict, key);
  if (field?.kind === 'flag') return translate(`widgets:measure.${key === 'true' ? 'yes' : 'no'}`);
  return key;
}

const DIGITS = 2;

/** A share as a percentage with two digits; a dash where there is nothing that it could be a share of. */
export const formatShare = (share: number | null, digits = DIGITS): string =>
  share === null ? '–' : `${(share * 100).toFixed(digits)} %`;

/** A figure as people read it; an amount in its currency's digits, without its code. */
export function formatMeasure(
  { kind }: Pick<Measure, 'kind'>,
  value: MeasureValue | undefined,
  currency: string,
): string {
  if (value === undefined) return '';
  if (kind === 'rate') return formatShare(rateValue(value));
  return kind === 'money' ? formatMoney(String(value), currency) : formatCount(Number(value));
}

/** A figure as a file carries it: an amount as decimal text, a rate as a fraction. */
export function plainMeasure(value: MeasureValue | undefined): string {
  if (typeof value !== 'object') return String(value ?? '');
  return String(rateValue(value) ?? '');
}

/** Height of a point; for pictures only, amounts lose nothing that could be seen. */
export const heightOf = (value: MeasureValue | undefined): number | null =>
  typeof value === 'object' ? rateValue(value) : value === undefined ? null : Number(value);

export interface LinkedTo {
  resource: string;
  id: string;
  merchantId?: string;
}

/**
 * What the dashboard's colour is on, as a filter of a list that knows it. Figures that are grouped by it keep all their
 * groups: one of them may be what was chosen.
 */
export function linkedWhere(context: LinkedTo | null, fields: Fields, by?: string): Record<string, string[]> {
  if (!context) return {};
  const merchant = context.resource === 'merchant' ? context.id : context.merchantId;
  const knows = (name: string) => name in fields && name !== by;
  if (context.resource === 'upstream') return knows('upstreamId') ? { upstreamId: [context.id] } : {};
  return merchant && knows('merchantId') ? { merchantId: [merchant] } : {};
}
