import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { freshDatabase } from '../support/database.ts';
import { actDirectly } from './direct.ts';
import { plantFlow } from './flowWorld.ts';
import { HANDS, handsOf, race, ROUNDS, rounds } from './racing.ts';
import { makeStaff } from './staff.ts';
import { makeWorld, openOrder, paidOrder, utr, type World } from './world.ts';
import { scaleLimit } from '../support/patience.ts';

describe(`${HANDS} connections on one collection order, ${ROUNDS} rounds`, {
  timeout: scaleLimit(600_000),
}, async () => {
  const database = await freshDatabase();
  const hands = handsOf(database);
  const { pool } = database;
  let world: World;

  beforeAll(async () => {
    world = await makeWorld(pool);
  });
  afterAll(async () => {
    expect(await checkInvariants(pool)).toEqual([]);
    await hands.end();
    await database.drop();
  });

  const read = async (id: string) =>
    (
      await (pool as Pool).query(
        `select status, settled, claimed_by::text as "claimedBy",
           (select count(*)::int from order_settlement s where s.order_id = o.id) as settlements,
           (select count(*)::int from order_log l where l.order_id = o.id and l.event = 'claim') as claims
         from collect_order o where id = $1`,
        [id],
      )
    ).rows[0];

  const decided = async (id: string) =>
    (
      await (pool as Pool).query<{ step: number; user: string }>(
        `select d.step, d.user_id::text as user from approval_decision d join approval a on a.id = d.approval_id
         where a.row_id = $1 and d.kind = 'agree' order by d.step`,
        [id],
      )
    ).rows;

  it('gives a claim to one', () =>
    rounds(async () => {
      const id = await openOrder(pool, world);
      const users = Array.from({ length: HANDS }, newId);
      await pool.query(
        `insert into sys_user (id, tenant_id, org_id, account, password_hash, real_name)
         select id, $2, $3, 'racer ' || id, '', 'Racer' from unnest($1::bigint[]) id`,
        [users, world.tenantId, world.orgId],
      );
      const { won, lost } = await race((at) => actDirectly(hands, 'claim', id, { userId: users[at] }));
      expect(won).toHaveLength(1);
      expect(new Set(lost)).toEqual(new Set(['claimedByOther']));
      expect(await read(id)).toMatchObject({ claimedBy: won[0]?.claimedBy, claims: 1 });
    }));

  it.each([2, 3])('confirms by force once, by one of each of %i steps', (steps) =>
    rounds(async () => {
      await pool.query('delete from approval_rule where tenant_id = $1', [world.tenantId]);
      const people = (await makeStaff(pool, world, 2 * steps + 1)).map(({ id }) => id);
      await plantFlow(pool, world, {
        action: 'collectOrder:forceConfirm',
        limit: '1',
        steps: Array.from({ length: steps }, (_, at) => ({
          who: 'people' as const,
          userIds: people.slice(2 * at + 1, 2 * at + 3),
        })),
      });
      const id = await openOrder(pool, world);
      const input = { utr: utr(), reason: 'seen at the bank' };
      // Who was asked gives the claim back, for the next one.
      const confirm = async (at: number) => {
        const userId = people[at % people.length]!;
        await actDirectly(hands, 'claim', id, { userId });
        await actDirectly(hands, 'forceConfirm', id, { userId, input });
      };
      const unclaim = () =>
        pool.query('update collect_order set claimed_by = null, claimed_at = null where id = $1', [id]);
      const bookings = async () =>
        (
          await (pool as Pool).query('select from journal_entry where order_id = $1 and kind = $2', [
            id,
            'collection',
          ])
        ).rowCount;
      await confirm(0);
      await race(confirm);
      await unclaim();
      expect(await bookings()).toBe((await decided(id)).length === steps ? 1 : 0);
      // Whoever was early for a step has been refused: they come again in turn.
      for (let at = 1; at < people.length; at += 1) {
        await race(() => confirm(at), 1);
        await unclaim();
      }
      const made = await decided(id);
      expect(made.map(({ step }) => step)).toEqual(Array.from({ length: steps }, (_, at) => at + 1));
      for (const { step, user } of made) expect(people.slice(2 * step - 1, 2 * step + 1)).toContain(user);
      expect(await bookings()).toBe(1);
    }),
  );

  it('settles once', () =>
    rounds(async () => {
      const id = await paidOrder(pool, world);
      const { won } = await race(() => actDirectly(hands, 'settle', id));
      expect(won).toHaveLength(1);
      expect(await read(id)).toMatchObject({ settled: true, settlements: 1 });
    }));

  it('settles or reverses, the reversal winning in the end and taking back what was settled', () =>
    rounds(async () => {
      const id = await paidOrder(pool, world);
      const act = (at: number) => (at % 2 ? 'settle' : 'reverse');
      const { won } = await race(async (at) => {
        await actDirectly(hands, act(at), id);
        return act(at);
      });
      expect(won.filter((name) => name === 'reverse')).toHaveLength(1);
      expect(won.filter((name) => name === 'settle').length).toBeLessThanOrEqual(1);
      const live = await pool.query(
        'select from order_settlement where order_id = $1 and reversed_at is null',
        [id],
      );
      expect(live.rowCount).toBe(0);
      expect(await read(id)).toMatchObject({ status: 6, settled: false });
    }));

  it('is made once for one merchant order', () =>
    rounds(async () => {
      const merchantOrderNo = `same${newId()}`;
      const { merchantId, channelId } = world;
      const order = { merchantId, channelId, merchantOrderNo, amount: '1000', callbackUrl: null };
      const { won, lost } = await race(() => transact(hands, (tx) => createOrder(tx, order)));
      expect(won).toHaveLength(1);
      expect(new Set(lost)).toEqual(new Set(['duplicate']));
      const { rows } = await pool.query('select id::text from collect_order where merchant_order_no = $1', [
        merchantOrderNo,
      ]);
      expect(rows).toEqual([{ id: won[0]?.id }]);
    }));

  it('takes its money once from one message, and the rest to suspense from 63 others', () =>
    rounds(async () => {
      const [once, often] = [await openOrder(pool, world), await openOrder(pool, world)];
      const message = { paidAmount: '1000', utr: utr(), upstreamOrderNo: `u${newId()}` };
      await race(() => transact(hands, (tx) => succeedOrder(tx, once, message)));
      await race((at) =>
        transact(hands, (tx) =>
          succeedOrder(tx, often, { paidAmount: '1000', upstreamOrderNo: `u${often}-${at}` }),
        ),
      );
      const { rows } = await pool.query<{ order: string; kind: string; n: number }>(
        `select order_id::text as order, kind, count(*)::int as n from journal_entry
         where order_id = any($1::bigint[]) group by 1, 2 order by 1, 3`,
        [[once, often]],
      );
      expect(rows.filter((row) => row.order === once)).toEqual([{ order: once, kind: 'collection', n: 1 }]);
      expect(rows.filter((row) => row.order === often)).toEqual([
        { order: often, kind: 'collection', n: 1 },
        { order: often, kind: 'suspense', n: HANDS - 1 },
      ]);
    }));
});
