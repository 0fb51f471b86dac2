import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dictName } from '../../contract/dicts.ts';
import { createOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { BEHAVIOURS, type Behaviour } from '../../server/demo/upstream/behaviours.ts';
import type { SandboxUpstream } from '../../server/demo/upstream/sandboxUpstream.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { queryCollect } from '../../server/domain/upstreams/queryCollect.ts';
import { queryPayout } from '../../server/domain/upstreams/queryPayout.ts';
import { submitCollect } from '../../server/domain/upstreams/submitCollect.ts';
import { submitPayout } from '../../server/domain/upstreams/submitPayout.ts';
import type { TestServer } from '../support/server.ts';
import {
  balancesOf,
  fund,
  makePayoutWorld,
  openPayout,
  type PayoutWorld,
  UPSTREAM_SECRET,
} from './payoutWorld.ts';
import { startWithUpstream } from './upstreamServer.ts';

/**
 * A campaign of an upstream that does everything wrong that one has ever done, over real HTTP, all behaviours at once: no
 * order ends wrongly, what does not fit waits for a person, and no invariant is broken at any point.
 */

/** Below the streak of errors that would pause the upstream. */
const EACH = 2;

interface Expected {
  /** After every report has come. */
  reported: string;
  /** After the upstream was asked. */
  asked: string;
}
const same = (state: string): Expected => ({ reported: state, asked: state });

const COLLECT: Readonly<Record<Behaviour, Expected>> = {
  pays: same('success'),
  refuses: same('failed'),
  fails: same('failed'),
  silent: { reported: 'paying', asked: 'success' },
  // Whoever took it without an answer may be paid: the order waits for what it says.
  resets: { reported: 'paying', asked: 'success' },
  gateway: { reported: 'paying', asked: 'success' },
  duplicates: same('success'),
  reorders: same('success'),
  wrongAmount: same('review'),
  wrongCurrency: same('review'),
  forges: { reported: 'paying', asked: 'success' },
  contradicts: same('success'),
  delays: same('success'),
  forgets: same('paying'),
};

const PAY: Readonly<Record<Behaviour, Expected>> = {
  pays: same('success'),
  refuses: same('failed'),
  fails: same('failed'),
  silent: { reported: 'processing', asked: 'success' },
  resets: { reported: 'unknown', asked: 'success' },
  gateway: { reported: 'unknown', asked: 'success' },
  duplicates: same('success'),
  reorders: same('success'),
  wrongAmount: { reported: 'unknown', asked: 'success' },
  wrongCurrency: { reported: 'unknown', asked: 'success' },
  forges: { reported: 'processing', asked: 'success' },
  contradicts: same('success'),
  delays: same('success'),
  // Never an automatic refund: the hold stays until somebody knows.
  forgets: same('processing'),
};

interface Side {
  behaviour: Behaviour;
  world: PayoutWorld;
  collects: { id: string; orderNo: string }[];
  pays: string[];
}

let server: TestServer;
let sandbox: SandboxUpstream;
let stop: () => Promise<void>;
const pool = () => server.database.pool;

beforeAll(async () => {
  ({ server, sandbox, stop } = await startWithUpstream(20));
});
afterAll(() => stop());

async function openAll(behaviour: Behaviour): Promise<Side> {
  const world = await makePayoutWorld(pool(), (code) => `http://127.0.0.1:${sandbox.port}/${code}`, 10_000);
  for (const code of world.codes) sandbox.setBehaviour(code, behaviour, 400);
  await fund(pool(), world.merchantId, '10000');
  const collects = [];
  const pays = [];
  for (let turn = 0; turn < EACH; turn += 1) {
    const order = {
      merchantId: world.merchantId,
      channelId: world.channelId,
      merchantOrderNo: `h${newId()}`,
    };
    collects.push(
      await transact(pool(), (tx) => createOrder(tx, { ...order, amount: '1000', callbackUrl: null })),
    );
    pays.push((await openPayout(pool(), world)).id);
  }
  return { behaviour, world, collects, pays };
}

/** One collection and one payout of each upstream at a time: without a worker nobody takes up what finds it full. */
const allSides = (
  sides: readonly Side[],
  collect: (order: Side['collects'][number]) => Promise<unknown>,
  pay: (id: string) => Promise<unknown>,
): Promise<unknown> =>
  Promise.all(
    sides.flatMap(({ collects, pays }) => [
      (async () => {
        for (const order of collects) await collect(order);
      })(),
      (async () => {
        for (const id of pays) await pay(id);
      })(),
    ]),
  );

const states = async (table: 'collect_order' | 'pay_order', ids: readonly string[]): Promise<string[]> => {
  const dict = table === 'pay_order' ? 'payStatusEnum' : 'collectStatusEnum';
  const { rows } = await pool().query<{ status: number }>(
    `select status from ${table} where id = any($1::bigint[])`,
    [ids],
  );
  return rows.map(({ status }) => dictName(dict, status) ?? String(status));
};

/** What differs from what is expected; empty when all is as it should be. */
async function wrong(sides: readonly Side[], when: keyof Expected): Promise<string[]> {
  const found: string[] = [];
  for (const { behaviour, collects, pays } of sides) {
    for (const state of await states(
      'collect_order',
      collects.map(({ id }) => id),
    ))
      if (state !== COLLECT[behaviour][when]) found.push(`collection ${behaviour}: ${state}`);
    for (const state of await states('pay_order', pays))
      if (state !== PAY[behaviour][when]) found.push(`payout ${behaviour}: ${state}`);
  }
  return found;
}

const entriesOf = async (id: string, kind: string): Promise<number> =>
  (
    await pool().query('select count(*)::int as n from journal_entry where order_id = $1 and kind = $2', [
      id,
      kind,
    ])
  ).rows[0].n;

it('no order ends wrongly, whatever the upstream says and does not say', async () => {
  const sides = await Promise.all(BEHAVIOURS.map(openAll));
  await allSides(
    sides,
    async ({ id, orderNo }) => {
      await submitCollect(server.deps, id);
      await sandbox.pay(orderNo);
    },
    (id) => submitPayout(server.deps, id),
  );
  // An attempt that failed goes on to the next route, as the worker takes it there.
  const failing = sides
    .filter(({ behaviour }) => behaviour === 'fails' || behaviour === 'refuses')
    .flatMap(({ pays }) => pays);
  await expect.poll(async () => new Set(await states('pay_order', failing))).toEqual(new Set(['queued']));
  for (const id of failing) await submitPayout(server.deps, id);
  await expect.poll(() => wrong(sides, 'reported'), { interval: 250 }).toEqual([]);
  expect(await checkInvariants(server.database.owner)).toEqual([]);

  // Asked twice: an answer that was applied is not applied again.
  for (let turn = 0; turn < 2; turn += 1) {
    await allSides(
      sides,
      ({ id }) => queryCollect(server.deps, id, 9),
      (id) => queryPayout(server.deps, id, 9),
    );
  }
  expect(await wrong(sides, 'asked')).toEqual([]);
  expect(await checkInvariants(server.database.owner)).toEqual([]);

  for (const { behaviour, world, collects, pays } of sides) {
    for (const { id } of collects)
      expect(await entriesOf(id, 'collection'), behaviour).toBe(
        COLLECT[behaviour].asked === 'success' ? 1 : 0,
      );
    for (const id of pays)
      expect(await entriesOf(id, 'payout'), behaviour).toBe(PAY[behaviour].asked === 'success' ? 1 : 0);
    const open = pays.length * (PAY[behaviour].asked === 'processing' ? 1012 : 0);
    expect((await balancesOf(pool(), world.merchantId)).frozen, behaviour).toBe(String(open));
    // Money that fits no order is not lost: it waits in suspense.
    for (const { id } of collects)
      expect(await entriesOf(id, 'suspense'), behaviour).toBe(COLLECT[behaviour].asked === 'review' ? 1 : 0);
  }
});

it('keeps every forged message, applies none', async () => {
  const { rows } = await pool().query<{ applied: string; verified: boolean; n: number }>(
    'select applied, verified, count(*)::int as n from upstream_event group by 1, 2 order by 1',
  );
  const forged = rows.filter(({ applied }) => applied === 'forged');
  expect(forged).toEqual([{ applied: 'forged', verified: false, n: EACH * 2 }]);
});

it('an upstream says nothing of an order that went to another', async () => {
  const [mine, other] = await Promise.all([openAll('silent'), openAll('pays')]);
  await submitPayout(server.deps, mine.pays[0]!);
  const { rows } = await pool().query<{ no: string }>('select order_no as no from pay_order where id = $1', [
    mine.pays[0],
  ]);
  const body = JSON.stringify({
    eventId: newId(),
    kind: 'pay',
    orderNo: rows[0]!.no,
    state: 'paid',
    amount: '1000',
    currency: 'INR',
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const sign = createHmac('sha256', UPSTREAM_SECRET).update(`${timestamp}.${body}`).digest('hex');
  const tell = (code: string) =>
    fetch(`${server.base}/upstream/${code}/notify`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-sign': sign },
    });
  expect((await tell(other.world.codes[0])).status).toBe(400);
  expect(await states('pay_order', [mine.pays[0]!])).toEqual(['processing']);
  expect((await tell(mine.world.codes[0])).status).toBe(200);
  expect(await states('pay_order', [mine.pays[0]!])).toEqual(['success']);
  expect(await checkInvariants(server.database.owner)).toEqual([]);
});
