import type { Pool } from 'pg';
import type { AlertTerms } from '../../../contract/alertTerms.ts';
import { type AlertTrial, TRIAL_PLACES, type TrialPlace } from '../../../contract/alertTrial.ts';
import {
  type AlertPoint,
  type Comparison,
  NORMAL,
  QUARTER_MS,
  runAlert,
} from '../../../contract/alertState.ts';
import { TtlCache } from '../../platform/ttlCache.ts';
import { readPoints, type Watched } from './figures.ts';
import { sealedTo } from './quarters.ts';
import { conditionOf } from './ruleRow.ts';

const DAY_MS = 86_400_000;
const FRESH_MS = 60_000;
const KEPT_MOST = 40;

const FIRST = {
  name: 'alert-first',
  text: 'select min(quarter) as at from measure_quarter where source = $1 and upstream_id = 0 and channel_id = 0 and merchant_id = 0',
};

/** Values per place of the chart: the worst of those that fall into it, so that no incident is lost in between. */
function placesOf(points: readonly AlertPoint[], comparison: Comparison): TrialPlace[] {
  const size = Math.max(1, Math.ceil(points.length / TRIAL_PLACES));
  const places: TrialPlace[] = [];
  for (let start = 0; start < points.length; start += size) {
    const values = points.slice(start, start + size).flatMap(({ value }) => value ?? []);
    const worst = comparison === 'below' ? Math.min(...values) : Math.max(...values);
    places.push({ at: points[start]!.at, value: values.length === 0 ? null : worst });
  }
  return places;
}

/**
 * Replays rules over the figures of up to twelve months with the code that evaluates them. What a rule watches is read
 * once for many thresholds.
 */
export class AlertTrials {
  readonly #pool: Pool;
  readonly #kept = new TtlCache<AlertPoint[]>({ ttlMs: FRESH_MS, most: KEPT_MOST, name: 'alertTrial' });

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @param days how far back, at most as far as there are figures */
  async replay(watched: Watched, terms: AlertTerms, days: number): Promise<AlertTrial> {
    const to = await sealedTo(this.#pool);
    const points = to ? await this.#points(watched, days, to.getTime()) : [];
    const { incidents, state } = runAlert(conditionOf(terms), NORMAL, points);
    const { comparison } = terms;
    const values = points.flatMap(({ value }) => value ?? []);
    return {
      from: points[0] ? points[0].at - QUARTER_MS : null,
      to: to?.getTime() ?? null,
      places: placesOf(points, comparison),
      incidents,
      state: state.status,
      least: values.reduce<number | null>(
        (least, value) => (least === null || value < least ? value : least),
        null,
      ),
      most: values.reduce<number | null>(
        (most, value) => (most === null || value > most ? value : most),
        null,
      ),
    };
  }

  #points(watched: Watched, days: number, to: number): Promise<AlertPoint[]> {
    const { measure, ...rest } = watched;
    return this.#kept.get(JSON.stringify([measure.id, rest, days, to]), async () => {
      const { rows } = await this.#pool.query<{ at: Date | null }>({ ...FIRST, values: [measure.source] });
      const first = rows[0]?.at?.getTime() ?? to;
      const from = Math.max(first, to - days * DAY_MS);
      return readPoints(this.#pool, watched, [Math.floor(from / QUARTER_MS) * QUARTER_MS, to]);
    });
  }
}
