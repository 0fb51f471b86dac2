import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { ATTEMPT_STATE } from '../../server/platform/db/statuses.ts';
import { submitCollect } from '../../server/domain/upstreams/submitCollect.ts';
import { submitPayout } from '../../server/domain/upstreams/submitPayout.ts';
import { utr } from '../safety/world.ts';
import { type Order, type UpstreamTalk, upstreamTalk } from './upstreamWorld.ts';

/** Messages that the rules of an order refuse, and those of a route that an order has left. */

let talk: UpstreamTalk;
beforeAll(async () => {
  talk = await upstreamTalk();
});
afterAll(() => talk.stop());
beforeEach(() => talk.fresh());

const sound = async () => expect(await checkInvariants(talk.server.database.owner)).toEqual([]);

describe('what is refused for another reason', () => {
  it('is kept, and a person looks at the order', async () => {
    const [first, second] = [await talk.submitted('collect'), await talk.submitted('collect')];
    const message = { amount: '1000', currency: 'INR', upstreamOrderNo: `N${newId()}` };
    await talk.tell(first, { ...message, utr: utr() });
    const response = await talk.tell(second, { ...message, utr: utr() });
    expect(response).toMatchObject({
      status: 200,
      text: 'SUCCESS',
      kept: { raw: response.body, applied: 'refused' },
    });
    expect(await talk.stateOf(first)).toBe('success');
    expect(await talk.stateOf(second)).toBe('review');
    expect((await talk.logOf(second)).at(-1)?.remark).toMatch(/^paid 1000 INR, UTR \d{12}, duplicate /);
    expect(await talk.entriesOf(second)).toEqual([]);
    await sound();
  });

  it.each(['23514', '57014'])(
    'but a fault of the database (%s) keeps nothing, so that it is sent again',
    async (code) => {
      const order = await talk.submitted('collect');
      const { owner } = talk.server.database;
      await owner.query(`create function fault() returns trigger language plpgsql as
      $$ begin raise exception 'fault' using errcode = '${code}'; end $$`);
      await owner.query(
        'create trigger fault before insert on order_log for each row execute function fault()',
      );
      const message = { eventId: newId(), amount: '1000', currency: 'INR', utr: utr() };
      const lost = await talk.tell(order, message);
      await owner.query('drop function fault cascade');
      expect(lost).toMatchObject({ status: 503, text: 'later', kept: undefined });
      expect(await talk.stateOf(order)).toBe('paying');
      await talk.tell(order, message);
      expect(await talk.stateOf(order)).toBe('success');
      await sound();
    },
  );
});

describe('a route that gave no clear answer', () => {
  const lost = async (second: 'refuses' | 'gateway'): Promise<Order> => {
    // Answers 404 without a state, as a mistyped path does.
    await talk.configure({ paths: { collect: '/nowhere' } });
    talk.sandbox.setBehaviour(talk.world.codes[1], second);
    return talk.submitted('collect');
  };
  const placeOf = async ({ id }: Order) => {
    const { rows } = await talk.pool.query(
      `select u.code, (select array_agg(state order by attempt) from collect_attempt where order_id = o.id) as attempts,
         (select count(*)::int from callback where order_id = o.id) as callbacks,
         (select count(*)::int from graphile_worker.jobs where key = 'query:' || o.id) as asks
       from collect_order o join upstream u on u.id = o.upstream_id where o.id = $1`,
      [id],
    );
    return rows[0];
  };

  it('keeps the order that no other took: it is asked about, and nobody is told that it failed', async () => {
    const order = await lost('refuses');
    expect(await talk.stateOf(order)).toBe('paying');
    const [first] = talk.world.codes;
    expect(await placeOf(order)).toEqual({ code: first, attempts: [4, 3], callbacks: 0, asks: 1 });
    await talk.tell(order, { amount: '1000', currency: 'INR', utr: utr() });
    expect(await talk.stateOf(order)).toBe('success');
    await sound();
  });

  it('ends it by its own word, and late money is taken all the same', async () => {
    const order = await lost('gateway');
    const [first, second] = talk.world.codes;
    expect(await placeOf(order)).toEqual({ code: second, attempts: [3, 4], callbacks: 0, asks: 1 });
    await talk.tell(order, { state: 'failed' }, second);
    expect(await talk.stateOf(order)).toBe('failed');
    await talk.tell(order, { amount: '1000', currency: 'INR', utr: utr() }, first);
    expect(await talk.stateOf(order)).toBe('review');
    await sound();
  });
});

describe('a route that refused an order', () => {
  const onSecond = async (): Promise<Order> => {
    talk.sandbox.setBehaviour(talk.world.codes[0], 'refuses');
    const order = await talk.submitted('collect');
    expect(await talk.stateOf(order)).toBe('paying');
    return order;
  };
  const places = async ({ id }: Order) => {
    const { rows } = await talk.pool.query(
      `select u.code, trim_scale(o.upstream_cost)::text as cost from collect_order o
       join upstream u on u.id = o.upstream_id where o.id = $1`,
      [id],
    );
    return rows[0];
  };

  it('does not fail it while another has it, nor brings it back', async () => {
    const order = await onSecond();
    const { rows: taken } = await talk.pool.query(
      'select upstream_order_no from collect_order where id = $1',
      [order.id],
    );
    for (const state of ['failed', 'accepted', 'pending'])
      expect(await talk.tell(order, { state, reason: 'too late', upstreamOrderNo: 'OLD' })).toMatchObject({
        status: 200,
      });
    expect(await talk.stateOf(order)).toBe('paying');
    const { rows } = await talk.pool.query('select upstream_order_no from collect_order where id = $1', [
      order.id,
    ]);
    expect(rows).toEqual(taken);
    const { rowCount } = await talk.pool.query('select from callback where order_id = $1', [order.id]);
    expect(rowCount).toBe(0);
    const { rows: attempts } = await talk.pool.query(
      'select state, failure from collect_attempt where order_id = $1 order by attempt',
      [order.id],
    );
    expect(attempts).toEqual([
      { state: 3, failure: 'too late' },
      { state: 1, failure: null },
    ]);

    expect(await talk.tell(order, { state: 'failed' }, talk.world.codes[1])).toMatchObject({ status: 200 });
    expect(await talk.stateOf(order)).toBe('failed');
  });

  it('still brings money, which is its own', async () => {
    const order = await onSecond();
    expect(await places(order)).toEqual({ code: talk.world.codes[1], cost: '12' });
    await talk.pool.query('update upstream set rate = 0.015 where code = $1', [talk.world.codes[0]]);
    await talk.tell(order, { amount: '1000', currency: 'INR', utr: utr() });
    expect(await talk.stateOf(order)).toBe('success');
    expect(await places(order)).toEqual({ code: talk.world.codes[0], cost: '15' });
    await talk.tell(order, { state: 'failed' });
    await talk.tell(order, { state: 'failed' }, talk.world.codes[1]);
    expect(await talk.stateOf(order)).toBe('success');
    const { rows } = await talk.pool.query(
      'select state from collect_attempt where order_id = $1 order by attempt',
      [order.id],
    );
    expect(rows).toEqual([{ state: 2 }, { state: 3 }]);
    await sound();
  });

  it('keeps the number of its payment when the other takes the order after it', async () => {
    const order = await onSecond();
    const [first, second] = talk.world.codes;
    await talk.tell(order, { amount: '1000', currency: 'INR', utr: utr(), upstreamOrderNo: 'PAID' }, first);
    await talk.tell(order, { state: 'accepted', upstreamOrderNo: 'LATE' }, second);
    const { rows } = await talk.pool.query(
      'select status, upstream_order_no as number from collect_order where id = $1',
      [order.id],
    );
    expect(rows).toEqual([{ status: 2, number: 'PAID' }]);
    await sound();
  });

  it('owes what it brings after the other has paid', async () => {
    const order = await onSecond();
    const [first, second] = talk.world.codes;
    await talk.tell(order, { amount: '1000', currency: 'INR', utr: utr() }, second);
    await talk.tell(order, { amount: '1000', currency: 'INR', utr: utr() }, first);
    const { rows } = await talk.pool.query(
      `select u.code, trim_scale(p.amount)::text as amount from journal_entry e
       join platform_posting p on p.entry_id = e.id join upstream u on p.account = 'upstream:' || u.id
       where e.order_id = $1 and e.kind = 'suspense'`,
      [order.id],
    );
    expect(rows).toEqual([{ code: first, amount: '-1000' }]);
    expect(await places(order)).toMatchObject({ code: second });
    await sound();
  });

  it('and took it again under another number fails it by that number alone', async () => {
    const order = await talk.submitted('collect');
    const numberOf = async () =>
      (await talk.pool.query('select upstream_order_no as no from collect_order where id = $1', [order.id]))
        .rows[0].no as string;
    const first = await numberOf();
    await talk.tell(order, { state: 'failed', upstreamOrderNo: first });
    await submitCollect(talk.server.deps, order.id);
    const second = await numberOf();
    expect(second).not.toBe(first);
    await talk.tell(order, { state: 'failed', upstreamOrderNo: first });
    expect(await talk.stateOf(order)).toBe('paying');
    await talk.tell(order, { state: 'failed', upstreamOrderNo: second });
    expect(await talk.stateOf(order)).toBe('failed');
    await sound();
  });
});

describe('the last word of an upstream', () => {
  const PAID = { amount: '1000', currency: 'INR' };
  it('stands on the payout as what its upstream said last, a former route’s not', async () => {
    const shown = async ({ id }: Order) =>
      (
        await talk.server.database.pool.query('select upstream_status as word from pay_order where id = $1', [
          id,
        ])
      ).rows[0].word;
    const order = await talk.submitted('pay');
    expect(await shown(order)).toBe(ATTEMPT_STATE.accepted);
    await talk.tell(order, { state: 'failed' });
    await submitPayout(talk.server.deps, order.id);
    await talk.tell(order, PAID);
    expect(await shown(order)).toBe(ATTEMPT_STATE.accepted);
    await talk.tell(order, { ...PAID, utr: utr() }, talk.world.codes[1]);
    expect(await shown(order)).toBe(ATTEMPT_STATE.paid);
    await talk.tell(order, { state: 'failed' }, talk.world.codes[1]);
    expect([await talk.stateOf(order), await shown(order)]).toEqual(['success', ATTEMPT_STATE.failed]);
  });
});
