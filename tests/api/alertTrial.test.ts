import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUARTER_MS } from '../../contract/alertState.ts';
import { evaluateRules } from '../../server/domain/alerts/evaluate.ts';
import { sealQuarters } from '../../server/domain/alerts/quarters.ts';
import { COLLECT_STATUS } from '../../server/platform/db/statuses.ts';
import { newId } from '../../server/platform/db/id.ts';
import { hand } from '../safety/withdrawalWorld.ts';
import { makeWorld } from '../safety/world.ts';
import { AlertWorld } from './alertWorld.ts';

/** A rule that is not saved yet is replayed by the evaluation of saved ones. */

const alerts = new AlertWorld();
const { added, halfFailed, incidents } = alerts;
const pool = () => alerts.server.database.pool;
const owner = () => alerts.server.database.owner;

beforeAll(alerts.start);
afterAll(alerts.stop);
beforeEach(alerts.begin);

describe('a trial before a rule is saved', () => {
  const TERMS = {
    measure: 'collectOrder.rate',
    comparison: 'below',
    threshold: '80',
    windowMinutes: 15,
    minimumCount: 4,
  };
  interface Trial {
    incidents: { openedAt: number; resolvedAt: number | null; peak: number }[];
    places: { at: number; value: number | null }[];
    least: number | null;
    state: string;
  }
  const tried = (over: Record<string, unknown> = {}, who = alerts.admin) =>
    who.call<Trial>('alertRule/trial', { ...TERMS, days: 1, ...over });

  /** A day of orders whose success comes and goes: the same at every run. */
  async function day(): Promise<void> {
    await owner().query(
      `insert into order_log (id, order_id, order_no, merchant_id, event, operator, before, after, created_at)
       select $1::bigint + q * 100 + n, o.id, o.order_no, o.merchant_id, 'paid', 'system', '{"status": 1}',
         jsonb_build_object('status', case when n <= (q * 7 + q * q) % 23 then ${COLLECT_STATUS.failed} else ${COLLECT_STATUS.success} end),
         $3::timestamptz - (q + 1) * interval '15 minutes' + interval '1 second'
       from collect_order o, generate_series(0, 95) q, generate_series(1, 5 + (q * 13) % 29) n where o.id = $2`,
      [newId(), alerts.orderId, new Date(alerts.end)],
    );
  }

  it('names exactly the incidents that were raised live', async () => {
    await day();
    await sealQuarters(alerts.server.deps);
    const rules = [
      {},
      { threshold: '50', forMinutes: 30 },
      { threshold: '65', resolveThreshold: '70', windowMinutes: 45, minimumCount: 20 },
      { threshold: '70', keepFiringMinutes: 45, windowMinutes: 30 },
      { measure: 'collectOrder.failed', comparison: 'above', threshold: '12', minimumCount: 0 },
      {
        measure: 'collectOrder.collected',
        threshold: '9000',
        currency: 'INR',
        minimumCount: 0,
        windowMinutes: 30,
      },
    ];
    for (const [index, terms] of rules.entries()) await added({ name: `rule ${index}`, ...terms }, 96);
    for (let each = 95; each >= 0; each -= 1) {
      await pool().query('update measure_quarter_mark set sealed_to = $1', [
        new Date(alerts.end - each * QUARTER_MS),
      ]);
      await Promise.all([evaluateRules(alerts.server.deps), evaluateRules(alerts.server.deps)]);
    }
    const items = await incidents();
    for (const [index, terms] of rules.entries()) {
      const live = items
        .filter(({ name }) => name === `rule ${index}`)
        .map(({ openedAt, resolvedAt, peak }) => [
          Date.parse(openedAt),
          resolvedAt && Date.parse(resolvedAt),
          Number(peak).toFixed(6),
        ]);
      const { incidents: replayed } = await tried(terms);
      expect(
        replayed.map(({ openedAt, resolvedAt, peak }) => [openedAt, resolvedAt, peak.toFixed(6)]),
      ).toEqual(live);
      expect([index, live.length > 0]).toEqual([index, true]);
    }
  });

  it('follows the threshold, and keeps the worst value of each place', async () => {
    await halfFailed();
    await sealQuarters(alerts.server.deps);
    // Another period than that of the day before: a trial is kept for a minute.
    const strict = await tried({ days: 2 });
    expect(strict.incidents.map(({ openedAt }) => (alerts.end - openedAt) / QUARTER_MS)).toEqual([8]);
    expect(strict).toMatchObject({ least: 50, state: 'normal' });
    expect(strict.places.some(({ value }) => value === 50)).toBe(true);
    expect((await tried({ threshold: '40', days: 2 })).incidents).toEqual([]);
  });

  it('shows nobody a figure that a saved rule would not', async () => {
    await halfFailed();
    await sealQuarters(alerts.server.deps);
    const some = await hand(alerts.server, alerts.world, [
      'alertRule:page',
      'alertRule:add',
      'collectOrder:page',
    ]);
    const refused = async (over: Record<string, unknown>, who = some.client) =>
      Object.keys(
        (await who.ask('alertRule/trial', { ...TERMS, ...over })).body.message as unknown as object,
      );
    // Two tenants: nobody but a super administrator sees all merchants.
    expect(await refused({})).toEqual(['merchantId']);
    expect(await refused({ measure: 'payOrder.success' })).toEqual(['measure']);
    expect((await tried({ merchantId: alerts.world.merchantId }, some.client)).incidents).toHaveLength(1);
    const stranger = await hand(alerts.server, await makeWorld(pool()), [
      'alertRule:page',
      'alertRule:add',
      'collectOrder:page',
    ]);
    expect(await refused({ merchantId: alerts.world.merchantId }, stranger.client)).toEqual(['merchantId']);
  });
});
