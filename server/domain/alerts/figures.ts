import type { Pool, PoolClient } from 'pg';
import { type QuarterFigures, pointsOf, type Windowing } from '../../../contract/alertFigures.ts';
import type { AlertMeasure } from '../../../contract/alertMeasures.ts';
import type { AlertPoint } from '../../../contract/alertState.ts';
import { ALL_CURRENCIES } from './quarters.ts';

/** What of a measure a rule watches. */
export interface Watched {
  measure: AlertMeasure;
  upstreamId: string | null;
  channelId: string | null;
  /** One merchant, else all of them. */
  merchantId: string | null;
  currency: string | null;
  windowMs: number;
  minimum: number;
}

/** The key's columns lead, so that a rule's twelve months are one range of it. */
const FIGURES = {
  name: 'alert-figures',
  text: `select (extract(epoch from quarter) * 1000)::float8 as at,
    coalesce(sum(case $9 when 'rows' then rows when 'fee' then fee else amount end) filter (where state = any($7)), 0)::float8 as part,
    coalesce(sum(rows) filter (where state = any($8)), 0)::float8 as whole
  from measure_quarter
  where source = $1 and upstream_id = $2 and channel_id = $3 and merchant_id = $4 and currency = $10
    and quarter >= $5 and quarter < $6
  group by quarter order by quarter`,
};
const BEFORE = {
  name: 'alert-level',
  text: `select coalesce(sum(case $6 when 'rows' then rows else amount end), 0)::float8 as level from measure_quarter
  where source = $1 and upstream_id = $2 and channel_id = $3 and merchant_id = $4 and currency = $7
    and quarter < $5`,
};

type Runner = Pick<Pool | PoolClient, 'query'>;

export const windowingOf = ({ measure, windowMs, minimum }: Watched): Windowing => ({
  kind: measure.kind,
  over: measure.over,
  windowMs,
  minimum,
});

const whoseOf = ({ measure, upstreamId, channelId, merchantId }: Watched): unknown[] => [
  measure.source,
  upstreamId ?? 0,
  channelId ?? 0,
  merchantId ?? 0,
];

/** The values of every quarter hour that starts in `[from, to)`, epoch milliseconds. */
export async function readPoints(
  runner: Runner,
  watched: Watched,
  [from, to]: readonly [from: number, to: number],
): Promise<AlertPoint[]> {
  const { measure, currency, windowMs } = watched;
  const isFlow = measure.over === 'window';
  const since = new Date(isFlow ? from - windowMs : from);
  const whose = whoseOf(watched);
  const { rows } = await runner.query<QuarterFigures>({
    ...FIGURES,
    values: [
      ...whose,
      since,
      new Date(to),
      measure.part,
      measure.whole,
      measure.sum,
      currency ?? ALL_CURRENCIES,
    ],
  });
  const before = isFlow
    ? []
    : (
        await runner.query<{ level: number }>({
          ...BEFORE,
          values: [...whose, since, measure.sum, currency ?? ALL_CURRENCIES],
        })
      ).rows;
  return pointsOf(windowingOf(watched), rows, [from, to], before[0]?.level ?? 0);
}
