import type { Field } from './field.ts';
import { guardValue } from './guard.ts';
import type { PeriodRequest } from './period.ts';
import { type Guard, type Resource } from './resource.ts';
import { resourceOf } from './resources/index.ts';

/** A figure that can be read of a resource. Widgets, reports and rules name it by its id; all it is made of is data. */

export type MeasureKind = 'count' | 'money' | 'rate';

export interface Measure {
  /** `<resource>.<name>`: stored in settings and targets, so a rename is a migration. */
  readonly id: string;
  readonly resource: string;
  readonly kind: MeasureKind;
  /** The rows that count: accepted values per field, dictionary values by name. */
  readonly rows: Guard;
  /** Rate: the rows of which `rows` are a share. */
  readonly base?: Guard;
  /** Money: the field that is summed, one of the resource's totals. */
  readonly sum?: string;
  /** The field by which a period cuts; absent for what is as of now. */
  readonly time?: string;
  /** Which way is good to see; absent where neither is. */
  readonly good?: 'up' | 'down';
}

/** A count, a decimal text, or the two counts of a rate. */
export type MeasureValue = number | string | { part: number; whole: number };
export type MeasureValues = Readonly<Record<string, MeasureValue>>;

/** What a chart is divided by in time; `weekHour` is the hour of the week, Monday's first is 0. */
export const STEPS = ['quarter', 'hour', 'day', 'week', 'month', 'weekHour'] as const;
export type Step = (typeof STEPS)[number];

/** The question `measure/read` answers. */
export interface MeasureRequest extends PeriodRequest {
  /** Ids of one resource that are cut by the same field. */
  measures: readonly string[];
  /** Filters of the resource's list. */
  where?: Readonly<Record<string, unknown>>;
  /** The field whose values are the groups. */
  by?: string;
  step?: Step;
  /** Of the period before this one: as long as it, or of the calendar as far as this one is now. */
  before?: boolean;
  /** Questions that name the same one at about the same time are answered of one state of the data. */
  moment?: number;
  /** Groups at most, the largest of the first measure. */
  limit?: number;
}

export interface MeasureGroup {
  /** The value of the field as text; null where rows have none. */
  key: string | null;
  /** What a row that the value refers to is called. */
  label: string | null;
  values: MeasureValues;
  /** One per step, where steps were asked for. */
  steps?: readonly MeasureValues[];
}

export interface MeasureAnswer {
  /** The period as the list's filter takes it; null for what is as of now. */
  from: string | null;
  to: string | null;
  /** IANA name of the zone that days, weeks and months are of: the reports', whoever asks. */
  zone: string;
  /** Of all rows that match, whatever the groups listed. */
  total: MeasureValues;
  groups: readonly MeasureGroup[];
  /** How many groups there are. */
  groupCount: number;
  /** Where each step starts, and its values over all groups. */
  steps: readonly { at: string; values: MeasureValues }[];
}

/** A guard as the flat filter of the resource's list. */
export function filterOf({ fields }: Pick<Resource, 'fields'>, guard: Guard): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(guard).map(([name, accepted]) => {
      const values = accepted.map((value) => guardValue(fields, name, value));
      return [name, fields[name]?.kind === 'flag' ? values[0] : values];
    }),
  );
}

/** May rows be grouped by this field: it has few values, and a filter that names one of them. */
const isGrouping = ({ kind, filter, formOnly }: Field): boolean =>
  (kind === 'ref' || kind === 'dict' || kind === 'flag') && filter !== undefined && !formOnly;

/** The fields that the rows of a resource can be grouped by. */
export const groupingsOf = ({ fields }: Pick<Resource, 'fields'>): string[] =>
  Object.keys(fields).filter((name) => isGrouping(fields[name]!));

/** The filter of one group's rows. */
export function groupFilter(
  { fields }: Pick<Resource, 'fields'>,
  by: string,
  key: string | null,
): Record<string, unknown> {
  const field = fields[by];
  if (field?.kind === 'flag') return { [by]: key === 'true' };
  const isNumber = field?.kind === 'dict' && field.dict.endsWith('Enum');
  return { [by]: [isNumber && key !== null ? Number(key) : key] };
}

export interface Slice {
  /** Ends of the period as the answer gives them, or of one of its steps. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  /** Filters besides, those of a group included. */
  where?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The list behind a figure and the filter that leaves exactly its rows; of a rate those that it is a share of, or with
 * `part` the share itself.
 */
export function drillDown(
  { resource, rows, base, time }: Measure,
  { from, to, where }: Slice,
  part = false,
): { view: string; args: Record<string, unknown> } {
  const ends = { ...(from && { from }), ...(to && { to }) };
  const args = {
    ...filterOf(resourceOf(resource), part ? rows : (base ?? rows)),
    ...where,
    ...(time && Object.keys(ends).length > 0 && { [time]: ends }),
  };
  return { view: resource, args };
}

/** Of a rate the share, 0 to 1; null where there is nothing that it could be a share of. */
export function rateValue(value: MeasureValue | undefined): number | null {
  if (typeof value !== 'object') return null;
  return value.whole === 0 ? null : value.part / value.whole;
}
