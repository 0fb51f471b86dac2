import type {
  Measure,
  MeasureAnswer,
  MeasureGroup,
  MeasureValue,
  MeasureValues,
} from '../../../contract/measure.ts';
import { Amount } from '../../../contract/money.ts';
import type { Reading } from '../../engine/engine.ts';
import { named } from '../../engine/sql.ts';
import { within } from '../../engine/timed.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Moment } from './moments.ts';
import { type MeasureQuestion, measureStatement, type PartRow } from './statement.ts';

const TIMEOUT_MS = 3_000;

/** The figures of a row in the order in which the statement makes them. */
function valuesOf(measures: readonly Measure[], figures: readonly string[]): MeasureValues {
  let at = 0;
  const next = (): string => figures[at++] ?? '0';
  const valueOf = ({ kind }: Measure): MeasureValue => {
    if (kind === 'money') return next();
    if (kind === 'count') return Number(next());
    return { part: Number(next()), whole: Number(next()) };
  };
  return Object.fromEntries(measures.map((measure) => [measure.id, valueOf(measure)]));
}

const amountOf = (value: MeasureValue | undefined): Amount =>
  new Amount(typeof value === 'object' ? value.whole : (value ?? 0));

/** The largest of the first measure first; amounts of several currencies have no order but that of their names. */
function ranked({ measures, by }: MeasureQuestion, groups: MeasureGroup[]): MeasureGroup[] {
  const [first] = measures;
  const byName = (a: MeasureGroup, b: MeasureGroup) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1);
  if (!first || (first.kind === 'money' && by?.name === 'currency')) return groups.toSorted(byName);
  return groups.toSorted(
    (a, b) => amountOf(b.values[first.id]).comparedTo(amountOf(a.values[first.id])) || byName(a, b),
  );
}

function answerOf(question: MeasureQuestion, rows: readonly PartRow[]): MeasureAnswer {
  const { measures, period, step, zones } = question;
  const of = (part: PartRow['part']) => rows.filter((row) => row.part === part);
  const values = (row: PartRow) => valuesOf(measures, row.figures);
  const [total] = of('total');
  if (!total) throw new Error('a measure without a total');
  const order = (a: { at: string }, b: { at: string }) =>
    step === 'weekHour' ? Number(a.at) - Number(b.at) : a.at < b.at ? -1 : 1;
  const steps = of('step')
    .map((row) => ({ at: row.at ?? '', values: values(row) }))
    .toSorted(order);
  const nothing = valuesOf(measures, []);
  const cells = new Map(of('cell').map((row) => [`${row.key}\t${row.at}`, values(row)]));
  const groups = of('group').map((row) => ({
    key: row.key,
    label: row.label,
    values: values(row),
    ...(step && { steps: steps.map(({ at }) => cells.get(`${row.key}\t${at}`) ?? nothing) }),
  }));
  return {
    from: period?.from ?? null,
    to: period?.to ?? null,
    zone: zones.days,
    total: values(total),
    groups: ranked(question, groups),
    groupCount: Number(total.groups),
    steps,
  };
}

/** @throws Refused narrowFilter where the rows of the period are too many to be read in time */
export async function readMeasures(
  engine: Reading,
  asked: MeasureQuestion,
  { snapshot }: Moment,
): Promise<MeasureAnswer> {
  const { text, values } = measureStatement(asked);
  const rows = await within(
    engine.pool,
    TIMEOUT_MS,
    async (client) => (await client.query<PartRow>(named(text, values))).rows,
    snapshot,
  );
  if (!rows) throw new Refused('narrowFilter');
  return answerOf(asked, rows);
}
