import * as z from 'zod';
import { groupingsOf, type Measure, type Step, STEPS } from '../../../contract/measure.ts';
import { measureOf } from '../../../contract/measures.ts';
import { CALENDAR, PERIOD_MOST } from '../../../contract/period.ts';
import { type Column, type Compiled, viewOf } from '../../engine/compile.ts';
import { compiledOf, type Engine } from '../../engine/engine.ts';
import { inWords, WrongFilter } from '../../engine/wrongFilter.ts';
import { type Caller, demand } from '../../platform/http/caller.ts';
import type { MeasurePeriod } from './period.ts';

const MEASURES_MOST = 8;
const GROUPS_MOST = 50;
const DAY_HOURS = 24;

const instant = z.iso.datetime().regex(/^20\d\d-/);

/** Both ends in order and not too far from each other, or neither. */
function isStretch(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return from === to;
  const length = Date.parse(to) - Date.parse(from);
  return length > 0 && length <= PERIOD_MOST * HOUR_MS;
}

export const measureBody = z
  .strictObject({
    measures: z.array(z.string().max(80)).min(1).max(MEASURES_MOST),
    where: z.record(z.string().max(60), z.unknown()).default({}),
    by: z.string().max(60).optional(),
    step: z.enum(STEPS).optional(),
    hours: z.int().min(1).max(PERIOD_MOST).optional(),
    days: z
      .int()
      .min(1)
      .max(PERIOD_MOST / DAY_HOURS)
      .optional(),
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
      .optional(),
    calendar: z.enum(CALENDAR).optional(),
    from: instant.optional(),
    to: instant.optional(),
    before: z.boolean().default(false),
    moment: z.int().optional(),
    limit: z.int().min(1).max(GROUPS_MOST).default(12),
  })
  .refine(({ from, to }) => isStretch(from, to), { path: ['to'] })
  // Steps divide a period.
  .refine(
    ({ step, hours, days, month, calendar, from }) =>
      !step || (hours ?? days ?? month ?? calendar ?? from) !== undefined,
    { path: ['step'] },
  );
export type MeasureBody = z.output<typeof measureBody>;

/** Hours of a step; the shorter ones are none of a date. */
const HOURS: Readonly<Record<Step, number>> = {
  quarter: 0.25,
  hour: 1,
  day: 24,
  week: 168,
  month: 672,
  weekHour: 1,
};
/** More steps than these no chart draws. */
const STEPS_MOST = 1_500;
const HOUR_MS = 3_600_000;

type About = NonNullable<ConstructorParameters<typeof WrongFilter>[2]>;

function refuse(compiled: Compiled, key: string, about: About): never {
  return inWords(compiled, (): never => {
    throw new WrongFilter(key, 'field', about);
  });
}

export interface Known {
  compiled: Compiled;
  measures: readonly Measure[];
  by: Column | undefined;
  /** The field that a period cuts. */
  time: Column | undefined;
}

/** Amounts of several currencies are no sum. */
function demandCurrency(
  compiled: Compiled,
  measures: readonly Measure[],
  { by, where }: Pick<MeasureBody, 'by' | 'where'>,
): void {
  const given = [where.currency ?? []].flat();
  if (by === 'currency' || given.length === 1 || measures.every(({ kind }) => kind !== 'money')) return;
  refuse(compiled, 'where', { field: 'currency', allowed: ['currency'] });
}

/** What a merchant's people are not to know is no field; who may not list what a staff's field refers to gets no names. */
function groupColumn(compiled: Compiled, caller: Caller, by: string): Column {
  const allowed = groupingsOf(compiled.resource).filter((name) => compiled.columns.has(name));
  const column = compiled.columns.get(by);
  if (!column || !allowed.includes(by)) return refuse(compiled, 'by', { field: by, allowed });
  if (column.field.kind === 'ref' && column.field.staff) demand(caller, [`${column.field.to}:page`]);
  return column;
}

/** What was asked for, as this caller may know it: measures of one resource. @throws Refused */
export function knownOf(engine: Engine, caller: Caller, body: Omit<MeasureBody, 'moment'>): Known {
  const first = measureOf(body.measures[0] ?? '');
  const compiled = viewOf(compiledOf(engine, first?.resource ?? ''), caller);
  demand(caller, [`${compiled.resource.id}:page`]);
  const measures = body.measures.map((id) => {
    const measure = measureOf(id);
    const isKnown =
      measure?.resource === first?.resource && (!measure?.sum || compiled.columns.has(measure.sum));
    return measure && isKnown ? measure : refuse(compiled, 'measures', { field: id });
  });
  demandCurrency(compiled, measures, body);
  const by = body.by === undefined ? undefined : groupColumn(compiled, caller, body.by);
  const time = first?.time === undefined ? undefined : compiled.columns.get(first.time);
  const { step } = body;
  const isPart = step !== undefined && HOURS[step] < HOURS.day;
  if (step && (!time || (isPart && time.type === 'date'))) refuse(compiled, 'step', { field: step });
  return { compiled, measures, by, time };
}

/** @throws Refused where a chart would have more steps than it can draw */
export function refuseManySteps({ compiled }: Known, step: Step | undefined, period: MeasurePeriod): void {
  if (!step || step === 'weekHour') return;
  const hours = (Date.parse(period.to) - Date.parse(period.from)) / HOUR_MS;
  if (hours / HOURS[step] > STEPS_MOST) refuse(compiled, 'step', { field: step });
}
