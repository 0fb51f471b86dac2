import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineWorld, engineWorld, type Rows } from './engineWorld.ts';

/** Orders of one merchant: two that await their payer and three that were paid, of which one has a reference. */
let world: EngineWorld;
const orders: Record<'open' | 'paid', string[]> = { open: [], paid: [] };
const withReference = (): string => orders.paid[0]!;

beforeAll(async () => {
  world = await engineWorld();
  for (let at = 0; at < 2; at += 1) orders.open.push(await world.order('lone'));
  for (let at = 0; at < 3; at += 1) orders.paid.push(await world.paid('lone'));
  await world.server.database.pool.query(
    "update collect_order set utr = case when id = $1 then 'Ab12' end where id = any($2)",
    [withReference(), [...orders.open, ...orders.paid]],
  );
});
afterAll(() => world?.stop());

const sorted = (ids: readonly string[]) => ids.toSorted();
async function found(filter: Record<string, unknown>): Promise<string[]> {
  const { items, total } = await world.as.all.call<Rows>('collectOrder/rows', {
    ...filter,
    start: 0,
    end: 100,
  });
  const totals = await world.as.all.call<{ total: number }>('collectOrder/totals', filter);
  expect([items.length, totals.total]).toEqual([total, total]);
  return sorted(items.map(({ id }) => id));
}

describe('a filter by what to leave out', () => {
  it('leaves out the rows that have one of the values', async () => {
    expect(await found({ status: { not: [2] } })).toEqual(sorted(orders.open));
    expect(await found({ status: { not: ['success', 'created', 'paying'] } })).toEqual([]);
    expect(await found({ status: { not: [] } })).toHaveLength(5);
    expect(await found({ merchantId: { not: [world.merchants.lone] } })).toEqual([]);
  });

  it('keeps rows without a value', async () => {
    const rest = [...orders.open, ...orders.paid].filter((id) => id !== withReference());
    expect(await found({ utr: { not: ['Ab12'] } })).toEqual(sorted(rest));
  });

  it('is a filter of commands and exports too', async () => {
    const { body } = await world.as.all.ask(
      'collectOrder/notify',
      { all: { status: { not: [2] } }, dryRun: true },
      { 'Idempotency-Key': crypto.randomUUID() },
    );
    expect(body.code).toBe(200);
    const { refused, impact } = body.result as { refused: unknown[]; impact: { able: number } };
    // Whoever waits for a payer has nothing to be notified of.
    expect([refused.length, impact.able]).toEqual([2, 0]);
  });

  it('is refused by its field where it leaves nothing out', async () => {
    for (const filter of [
      { status: { not: 2 } },
      { status: { not: [2], from: 1 } },
      { status: { not: [{}] } },
      { amount: { not: ['5'] } },
    ]) {
      const { body } = await world.as.all.ask('collectOrder/rows', { ...filter, start: 0, end: 1 });
      expect(body.extras?.errorCode, JSON.stringify(filter)).toBe('validation');
      expect(Object.keys(body.message)).toEqual(Object.keys(filter));
    }
  });
});
