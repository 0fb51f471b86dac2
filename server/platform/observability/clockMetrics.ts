import { Gauge } from 'prom-client';
import type { Clock } from '../http/deps.ts';
import { metrics } from './metrics.ts';

const NAME = 'paydesk_clock_offset_seconds';

/** Shows by how much the clock of this server is ahead of the database. */
export function measureClock(clock: Clock): void {
  metrics.removeSingleMetric(NAME);
  const offset = new Gauge({
    name: NAME,
    help: 'By how much the clock of this server is ahead of the database.',
    registers: [],
    collect() {
      this.set(clock.aheadMs() / 1_000);
    },
  });
  metrics.registerMetric(offset);
}
