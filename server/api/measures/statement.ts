import { type Field } from '../../../contract/field.ts';
import { filterOf, type Measure, type Step } from '../../../contract/measure.ts';
import type { Guard } from '../../../contract/resource.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import type { Column } from '../../engine/compile.ts';
import { conditionsOf, type Question } from '../../engine/engine.ts';
import { parseFilter } from '../../engine/filterTree.ts';
import { rollupQuery, rollupRows } from '../../engine/rollupRead.ts';
import { rowsSql } from '../../engine/rowsSql.ts';
import { and, Params, snake } from '../../engine/sql.ts';
import { whereOf } from '../../engine/where.ts';
import type { MeasurePeriod } from './period.ts';

/** Of the reports, which days, weeks and months are of, and of the caller, by whose clock they go from hour to hour. */
export interface Zones {
  days: string;
  hours: string;
}

export interface MeasureQuestion {
  question: Question;
  measures: readonly Measure[];
  by: Column | undefined;
  /** The field that the period cuts. */
  time: Column | undefined;
  step: Step | undefined;
  period: MeasurePeriod | undefined;
  zones: Zones;
  limit: number;
}

const QUARTER = "interval '15 minutes'";
const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

const zoneOf = (step: Step, { days, hours }: Zones): string => (step === 'hour' ? hours : days);

/** Where the step of a row starts, over alias t. */
function stepOf({ name, column, type }: Column, step: Step, zones: Zones): string {
  const at = `t.${column}`;
  if (type === 'date') {
    if (step === 'quarter' || step === 'hour' || step === 'weekHour') throw new Error(`${name} has no hours`);
    return `date_trunc('${step}', ${at}::timestamp)::date`;
  }
  if (step === 'quarter') return `date_bin(${QUARTER}, ${at}, 'epoch')`;
  if (step === 'weekHour')
    return `((extract(isodow from ${at} at time zone ${zones.days}) - 1) * 24 + extract(hour from ${at} at time zone ${zones.days}))::int`;
  return `date_trunc('${step}', ${at}, ${zoneOf(step, zones)})`;
}

/** Every step of the period, the empty ones too; the steps of the week are the chart's own. */
function stepsSql(
  column: Column,
  step: Step,
  zones: Zones,
  { from, to }: MeasurePeriod,
  params: Params,
): string {
  if (step === 'weekHour') return 'select generate_series(0, 167) as at';
  const ends = [params.add(from), params.add(to)];
  const every = step === 'quarter' ? QUARTER : `interval '1 ${step}'`;
  if (column.type === 'date')
    return `select generate_series(date_trunc('${step}', ${ends[0]}::date::timestamp), ${ends[1]}::date::timestamp, ${every})::date as at`;
  const zone = zoneOf(step, zones);
  const first =
    step === 'quarter'
      ? `date_bin(${QUARTER}, ${ends[0]}::timestamptz, 'epoch')`
      : `date_trunc('${step}', ${ends[0]}::timestamptz, ${zone})`;
  // The period ends before its upper end.
  return `select generate_series(${first}, ${ends[1]}::timestamptz - interval '1 microsecond', ${every}, ${zone}) as at`;
}

const printedStep = (column: Column, step: Step): string =>
  column.type === 'date' || step === 'weekHour' ? 'at::text' : `to_char(at at time zone 'UTC', ${UTC})`;

/** What a row that the group refers to is called. */
function labelOf(field: Field | undefined): string {
  if (field?.kind !== 'ref') return 'null::text';
  const target = resourceOf(field.to);
  return `(select r.${snake(target.label)} from ${snake(target.id)} r where r.id = k.key)`;
}

/** Which rows a measure counts, over alias t. */
function rowsCondition({ compiled }: Question, guard: Guard, params: Params): string {
  return and(whereOf(compiled, parseFilter(compiled, filterOf(compiled.resource, guard)), params));
}

interface Figure {
  /** Over alias t. */
  value: string;
  /** Which rows it needs. */
  rows: string;
}

/** What is read: rows over alias t, how many each counts for, and the conditions that are left to ask. */
interface Source {
  from: string;
  /** An aggregate, before its filter. */
  count: string;
  where: string[];
}

/** Fields that the rollup knows of a row besides its bucket. */
const ROLLED = ['merchantId', 'currency'];
const SUMMED = ['amount', 'fee'];

/** The hourly counts instead of the rows, where they hold all that is asked: groups and figures by what they count by. */
function rolledSource({ question, measures, by, step }: MeasureQuestion, params: Params): Source | undefined {
  const query = step ? undefined : rollupQuery(question);
  if (!query) return undefined;
  const isKnown = (name: string) => name === query.bucket;
  const guards = measures.flatMap(({ rows, base = {} }) => [...Object.keys(rows), ...Object.keys(base)]);
  const sums = measures.flatMap(({ sum }) => sum ?? []);
  const isRolled = guards.every(isKnown) && sums.every((sum) => SUMMED.includes(sum));
  if (!isRolled || (by && !ROLLED.includes(by.name) && !isKnown(by.name))) return undefined;
  const rows = `select merchant_id, currency, bucket as ${query.bucket}, rows, amount, fee from (${rollupRows(query, params)}) r`;
  return { from: `(${rows})`, count: 'sum(t.rows)', where: [] };
}

function sourceOf(asked: MeasureQuestion, params: Params): Source {
  const { compiled, visible } = asked.question;
  return (
    rolledSource(asked, params) ?? {
      where: conditionsOf(asked.question, params),
      from: rowsSql(compiled, visible, params),
      count: 'count(*)',
    }
  );
}

/** One figure of a measure, or the two of a rate, in the order of `valuesOf`. */
function figuresOf(measure: Measure, question: Question, count: string, params: Params): Figure[] {
  const rows = rowsCondition(question, measure.rows, params);
  if (measure.kind === 'rate') {
    const base = rowsCondition(question, measure.base ?? {}, params);
    return [
      { value: `coalesce(${count} filter (where ${rows} and ${base}), 0)`, rows: base },
      { value: `coalesce(${count} filter (where ${base}), 0)`, rows: base },
    ];
  }
  if (measure.kind === 'count') return [{ value: `coalesce(${count} filter (where ${rows}), 0)`, rows }];
  const column = question.compiled.columns.get(measure.sum ?? '');
  if (!column) throw new Error(`${measure.id} sums nothing`);
  return [{ value: `coalesce(sum(t.${column.column}) filter (where ${rows}), 0)`, rows }];
}

export type PartRow = {
  part: 'total' | 'group' | 'step' | 'cell';
  key: string | null;
  label: string | null;
  at: string | null;
  groups: string | null;
  figures: string[];
};

/**
 * One statement for the total, the largest groups, the steps and the cells of groups and steps: the rows are read once,
 * and everything is a sum of the same cells, so that all of it agrees.
 */
export function measureStatement(asked: MeasureQuestion): { text: string; values: unknown[] } {
  const { question, measures, by, time, step, period, zones, limit } = asked;
  const params = new Params();
  const zoned = { days: params.add(zones.days), hours: params.add(zones.hours) };
  const source = sourceOf(asked, params);
  const figures = measures.flatMap((measure) => figuresOf(measure, question, source.count, params));
  const needed = [...new Set(figures.map(({ rows }) => rows))];
  const among = needed.includes('true') ? 'true' : `(${needed.join(' or ')})`;
  const key = by ? `t.${by.column}` : 'null::text';
  const at = step && time ? stepOf(time, step, zoned) : 'null::text';
  const names = figures.map((_, index) => `m${index}`);
  const sums = names.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ');
  const printed = `array[${names.map((name) => `trim_scale(${name}::numeric)::text`).join(', ')}]`;
  // A rate is ranked by the rows that it is a share of.
  const rank = measures[0]?.kind === 'rate' ? 'm1' : 'm0';
  const parts = [
    `select 'total' as part, null::text as key, null::text as label, null::text as at,
      (select count(*) from (select distinct key from g) d)::text as groups, ${printed} as figures from (select ${sums} from g) x`,
    ...(by ? [`select 'group', k.key::text, ${labelOf(by.field)}, null, null, ${printed} from k`] : []),
    ...(step && time && period
      ? [
          `select 'step', null, null, ${printedStep(time, step)}, null, ${printed} from (select s.at, ${sums}
            from (${stepsSql(time, step, zoned, period, params)}) s left join g on g.at = s.at group by s.at order by s.at) x`,
        ]
      : []),
    ...(by && step && time
      ? [
          `select 'cell', g.key::text, null, ${printedStep(time, step)}, null, ${printed}
            from g join (select key as listed from k) l on g.key is not distinct from l.listed`,
        ]
      : []),
  ];
  const text = `with zone as (select ${zoned.days}::text, ${zoned.hours}::text),
    g as materialized (select ${key} as key, ${at} as at, ${figures.map(({ value }, index) => `${value} as m${index}`).join(', ')}
      from ${source.from} t where ${and([...source.where, among])} group by 1, 2 having ${source.count} <> 0),
    k as materialized (select key, ${sums} from g group by key order by ${rank} desc, key limit ${params.add(limit)})
    ${parts.join(' union all ')}`;
  return { text, values: params.values };
}
