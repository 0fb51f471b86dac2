import type pg from 'pg';
import { createTraffic } from '../../server/demo/traffic.ts';
import { rhythmAt } from '../../server/demo/rhythm.ts';
import { createLog } from '../../server/platform/observability/log.ts';

/** An order is opened and sent to its upstream at once; most end, but later than a short measurement. */
const CHANGES_AN_ORDER = 2;

export interface Updates {
  /** Changes of orders a second that were really made. */
  stop(): Promise<number>;
}

/** Keeps orders coming and moving during a measurement, by the demo's own traffic. */
export async function startUpdates(pool: pg.Pool, perSecond: number): Promise<Updates> {
  const changes = async () =>
    Number(
      (await pool.query("select count(*) as n from order_log where id > $1 and after ? 'status'", [since]))
        .rows[0].n,
    );
  const since = (await pool.query('select coalesce(max(id), 0) as id from order_log')).rows[0].id as string;
  const clock = { now: () => new Date(), aheadMs: () => 0 };
  const pace = perSecond / CHANGES_AN_ORDER / rhythmAt(Date.now());
  const traffic = createTraffic({ pool, clock, log: createLog('error') }, pace);
  traffic.start();
  const began = performance.now();
  return {
    async stop() {
      const made = (await changes()) / ((performance.now() - began) / 1000);
      await traffic.stop();
      return made;
    },
  };
}
