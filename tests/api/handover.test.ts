import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult, Row, RowsResult } from '../../contract/calls.ts';
import { CLAIM_IDLE_MS } from '../../contract/claim.ts';
import { HANDOVER_MS, type HandoverDraft, type HandoverPacket } from '../../contract/shiftHandover.ts';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { expireOffers } from '../../server/domain/handover/decide.ts';
import { lapseClaims } from '../../server/domain/orders/lapseClaims.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { type EngineWorld, engineWorld, grantToAll, type Who } from './engineWorld.ts';

/** A shift goes to a colleague in one step or not at all; until then its claims are their giver's. */

let world: EngineWorld;
const pool = () => world.server.database.pool;
const FREE_ALL = 'update collect_order set claimed_by = null, claimed_at = null, claim_offered_until = null';

beforeAll(async () => {
  world = await engineWorld();
  await grantToAll(world, 'orderNote:write');
  await grantToAll(world, 'shiftHandover:write');
});
afterAll(async () => {
  expect(await checkInvariants(world.server.database.owner)).toEqual([]);
  await world.stop();
});
beforeEach(async () => {
  await pool().query(
    "update shift_handover set status = 'withdrawn', decided_at = now() where status = 'offered'",
  );
  await pool().query(`${FREE_ALL} where claimed_by is not null`);
});

interface Receipt {
  orderId: string;
  outcome: string;
  fault: string | null;
  holder: string | null;
}

/** Orders that `who` has claimed. */
async function claimed(who: Who, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < count; each += 1) ids.push(await world.order('lone'));
  await world.as[who].command('collectOrder/claim', { ids });
  return ids;
}
const send = <T = unknown>(who: Who, verb: string, body: unknown) =>
  world.as[who].ask<T>(`shiftHandover/${verb}`, body, { 'Idempotency-Key': randomUUID() });
async function codeOf(who: Who, verb: string, body: unknown): Promise<unknown> {
  const answer = await send(who, verb, body);
  return answer.body.code === 200 ? 200 : answer.body.extras?.errorCode;
}
async function offer(from: Who, to: Who, note = ''): Promise<string> {
  const { body } = await send<{ id: string }>(from, 'offer', { toUserId: world.userIds[to], note });
  if (body.code !== 200) throw new Error(JSON.stringify(body));
  return body.result.id;
}
const packet = (who: Who, id: string): Promise<HandoverPacket> =>
  world.as[who].call(`shiftHandover/packet?id=${id}`);
const noticesOf = async (who: Who) =>
  (
    await world.as[who].call<
      { title: string; content: string; link: { args: Record<string, unknown> } | null }[]
    >('sysNotice/mine', { limit: 50 })
  ).filter(({ link }) => link);
async function holders(ids: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await pool().query<{ id: string; by: string | null }>(
    'select id::text, claimed_by::text as by from collect_order where id = any($1::bigint[])',
    [ids],
  );
  const by = new Map(rows.map((row) => [row.id, row.by]));
  return ids.map((id) => by.get(id) ?? null);
}
/** As if nobody had acted on them for longer than a claim lasts. */
const idle = (ids: readonly string[]) =>
  pool().query('update collect_order set claimed_at = $2 where id = any($1::bigint[])', [
    ids,
    new Date(Date.now() - CLAIM_IDLE_MS - 1_000),
  ]);
/** How often an order went from one to the other. */
async function moves(id: string): Promise<number> {
  const { rows } = await pool().query<{ n: number }>(
    `select count(*)::int as n from order_log where order_id = $1 and event = 'claim' and before ->> 'claimedBy' is not null`,
    [id],
  );
  return rows[0]!.n;
}

describe('a shift', () => {
  it('stays its giver’s until it is accepted, and then moves with a receipt that both see', async () => {
    const ids = await claimed('branch', 2);
    await world.as.branch.command('orderNote/write', {
      subject: 'collectOrder',
      id: ids[0],
      body: 'Ask the bank',
    });
    const id = await offer('branch', 'all', 'Watch the second one');
    expect(await holders(ids)).toEqual([world.userIds.branch, world.userIds.branch]);
    expect(await packet('all', id)).toMatchObject({
      status: 'offered',
      text: 'Watch the second one',
      hidden: 0,
      claims: [
        { orderId: ids[0], fault: null },
        { orderId: ids[1], fault: null },
      ],
    });
    expect((await packet('all', id)).notes.map(({ body }) => body)).toContain('Ask the bank');
    expect((await noticesOf('all'))[0]).toMatchObject({ link: { args: { row: id } } });
    const { body } = await send<{ receipt: Receipt[] }>('all', 'accept', { id });
    expect(body.result.receipt.map(({ outcome }) => outcome)).toEqual(['moved', 'moved']);
    expect(await holders(ids)).toEqual([world.userIds.all, world.userIds.all]);
    for (const who of ['branch', 'all'] as const)
      expect(await packet(who, id)).toMatchObject({
        status: 'accepted',
        claims: [{ outcome: 'moved' }, { outcome: 'moved' }],
      });
    const { timeline } = await world.as.branch.call<Row & { timeline: Row[] }>(
      `collectOrder/detail?id=${ids[0]}`,
    );
    expect(timeline.find(({ event }) => event === 'claim')).toMatchObject({
      operator: 'all',
      remark: 'branch → all',
      before: { claimedByName: 'branch' },
      after: { claimedByName: 'all' },
    });
    expect((await noticesOf('branch'))[0]).toMatchObject({ link: { args: { row: id } } });
    expect(await world.as.branch.call<RowsResult>('shiftHandover/rows', { start: 0, end: 9 })).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ id, status: 'accepted', claims: 2, moved: 2 }),
      ]),
    });
  });

  it('may be taken in part; what is left stays with its giver', async () => {
    const ids = await claimed('branch', 3);
    const id = await offer('branch', 'all');
    const { body } = await send<{ receipt: Receipt[] }>('all', 'accept', { id, orderIds: [ids[1]] });
    expect(body.result.receipt.map(({ outcome }) => outcome)).toEqual(['kept', 'moved', 'kept']);
    const { branch, all } = world.userIds;
    expect(await holders(ids)).toEqual([branch, all, branch]);
  });

  it('names and leaves the claims that ended in between, and who has them', async () => {
    const [paid, freed, taken, lapsed, good] = (await claimed('branch', 5)) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const id = await offer('branch', 'all');
    await transact(pool(), (tx) =>
      succeedOrder(tx, paid, { paidAmount: '1000', utr: paid.slice(-12), upstreamOrderNo: `u${paid}` }),
    );
    await world.as.branch.command('collectOrder/unclaim', { ids: [freed, taken] });
    await world.as.admin.command('collectOrder/claim', { ids: [taken] });
    await pool().query('update collect_order set claim_offered_until = now() where id = $1', [lapsed]);
    await idle([lapsed]);
    const expected = [
      [paid, 'ended', null],
      [freed, 'freed', null],
      [taken, 'taken', 'admin'],
      [lapsed, 'lapsed', null],
      [good, null, null],
    ];
    const seen = async () =>
      (await packet('all', id)).claims.map(({ orderId, fault, holder }) => [orderId, fault, holder]);
    expect(await seen()).toEqual(expected);
    // Whether the worker has been there or not.
    await lapseClaims(pool(), new Date());
    expect(await holders([lapsed])).toEqual([null]);
    expect(await seen()).toEqual(expected);
    const { body } = await send<{ receipt: Receipt[] }>('all', 'accept', { id });
    expect(body.result.receipt.map(({ orderId, fault, holder }) => [orderId, fault, holder])).toEqual(
      expected,
    );
    expect(await holders([freed, good])).toEqual([null, world.userIds.all]);
    expect(await moves(lapsed)).toBe(0);
    // The receipt keeps who had it then.
    await world.as.admin.command('collectOrder/unclaim', { ids: [taken] });
    expect(await seen()).toEqual(expected);
  });

  it('keeps its claims as long as the offer is open, however long nobody acts on them', async () => {
    const ids = await claimed('branch', 2);
    const id = await offer('branch', 'all');
    await idle(ids);
    expect(await lapseClaims(pool(), new Date())).toBe(0);
    const { branch, all } = world.userIds;
    expect(await holders(ids)).toEqual([branch, branch]);
    const taking = await world.as.all.command<ActionResult>('collectOrder/claim', { ids: [ids[0]] });
    expect(taking.refused[0]).toMatchObject({ id: ids[0], code: 'claimedByOther' });
    const shown = await world.as.all.call<Row>(`collectOrder/detail?id=${ids[0]}`);
    expect(shown).toMatchObject({
      claimedByName: 'branch',
      claimOfferedUntil: (await packet('all', id)).expiresAt,
    });
    const { body } = await send<{ receipt: Receipt[] }>('all', 'accept', { id, orderIds: [ids[0]] });
    expect(body.result.receipt.map(({ outcome }) => outcome)).toEqual(['moved', 'kept']);
    // What was kept is in hand again, as if claimed now, and nothing is on offer any more.
    expect(await lapseClaims(pool(), new Date())).toBe(0);
    expect(await holders(ids)).toEqual([all, branch]);
    expect(await lapseClaims(pool(), new Date(Date.now() + CLAIM_IDLE_MS))).toBe(2);
  });

  it.each(['withdraw', 'decline'] as const)(
    'that ends by %s leaves its giver the claims for a while',
    async (verb) => {
      const ids = await claimed('branch', 1);
      const id = await offer('branch', 'all');
      await idle(ids);
      await send(verb === 'withdraw' ? 'branch' : 'all', verb, {
        id,
        ...(verb === 'decline' && { reason: 'Away' }),
      });
      expect(await lapseClaims(pool(), new Date())).toBe(0);
      expect(await lapseClaims(pool(), new Date(Date.now() + CLAIM_IDLE_MS))).toBe(1);
      expect((await packet('branch', id)).claims).toMatchObject([{ outcome: null, fault: null }]);
    },
  );

  it('that nobody answered leaves no claim behind', async () => {
    const ids = await claimed('branch', 1);
    await offer('branch', 'all');
    await idle(ids);
    const later = new Date(Date.now() + HANDOVER_MS);
    await transact(pool(), (tx) => expireOffers(world.server.deps, tx, later));
    expect(await lapseClaims(pool(), new Date())).toBe(1);
    expect(await holders(ids)).toEqual([null]);
  });

  it('is declined with a reason, withdrawn, or expires, and then nobody accepts it', async () => {
    const ids = await claimed('branch', 1);
    const declined = await offer('branch', 'all');
    expect(await codeOf('all', 'decline', { id: declined, reason: ' ' })).toBe('validation');
    expect(await codeOf('all', 'decline', { id: declined, reason: 'Away <b>today</b>' })).toBe(200);
    expect(await packet('branch', declined)).toMatchObject({
      status: 'declined',
      reason: 'Away <b>today</b>',
    });
    // A notice is read as markup: what a person wrote is shown as it is.
    const notice = (await noticesOf('branch')).find(({ link: to }) => to?.args.row === declined);
    expect(notice?.content).toContain('Away &lt;b&gt;today&lt;/b&gt;');
    const withdrawn = await offer('branch', 'all');
    expect(await codeOf('all', 'withdraw', { id: withdrawn })).toBe('notFound');
    expect(await codeOf('branch', 'withdraw', { id: withdrawn })).toBe(200);
    const expired = await offer('branch', 'all');
    await pool().query("update shift_handover set expires_at = now() - interval '1 second' where id = $1", [
      expired,
    ]);
    for (const id of [declined, withdrawn, expired])
      expect(await codeOf('all', 'accept', { id })).toBe('handoverEnded');
    // Every server looks: its giver learns of it once.
    for (let server = 0; server < 2; server += 1)
      await transact(pool(), (tx) => expireOffers(world.server.deps, tx, new Date()));
    const news = (await noticesOf('branch')).filter(({ link: to }) => to?.args.row === expired);
    expect(news).toMatchObject([{ title: 'all did not answer your handover in time' }]);
    expect((await packet('branch', expired)).status).toBe('expired');
    expect(await holders(ids)).toEqual([world.userIds.branch]);
  });
});

describe('nobody else', () => {
  it('is offered a shift: who may not hold its orders, the giver, people of merchants', async () => {
    await claimed('branch', 1);
    const { colleagues } = await world.as.branch.call<HandoverDraft>('shiftHandover/draft');
    expect(colleagues.map(({ account }) => account)).toEqual(['admin', 'all']);
    for (const who of ['self', 'branch', 'merchant', 'agent'] as const)
      expect(await codeOf('branch', 'offer', { toUserId: world.userIds[who] })).toBe('notFound');
    await offer('branch', 'all');
    expect(await codeOf('branch', 'offer', { toUserId: world.userIds.all })).toBe('handoverOpen');
  });

  it('accepts it, sees it or finds it', async () => {
    const ids = await claimed('branch', 1);
    const id = await offer('branch', 'all');
    for (const who of ['admin', 'branch'] as const)
      expect(await codeOf(who, 'accept', { id })).toBe('notFound');
    expect(await codeOf('self', 'accept', { id })).toBe('notFound');
    expect((await world.as.self.ask(`shiftHandover/packet?id=${id}`)).body.code).toBe(404);
    expect(await world.as.self.call('shiftHandover/page', {})).toMatchObject({ total: 0 });
    for (const who of ['merchant', 'agent'] as const) {
      expect((await world.as[who].ask('shiftHandover/page', {})).body.code).toBe(403);
      expect((await world.as[who].ask(`shiftHandover/packet?id=${id}`)).body.code).toBe(403);
      expect(await codeOf(who, 'accept', { id })).toBe('wrongAudience');
    }
    expect(await holders(ids)).toEqual([world.userIds.branch]);
  });
});

describe('at once', () => {
  it('many accepts move each claim once', async () => {
    const ids = await claimed('branch', 3);
    const id = await offer('branch', 'all');
    const codes = await Promise.all(Array.from({ length: 16 }, () => codeOf('all', 'accept', { id })));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([200, 'handoverEnded']));
    expect(await Promise.all(ids.map(moves))).toEqual([1, 1, 1]);
  });

  it('an accept and a withdrawal have one winner, and every claim one holder', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ids = await claimed('branch', 2);
      const id = await offer('branch', 'all');
      const [accepted, withdrawn] = await Promise.all([
        codeOf('all', 'accept', { id }),
        codeOf('branch', 'withdraw', { id }),
      ]);
      expect([accepted, withdrawn].filter((code) => code === 200)).toHaveLength(1);
      const holder = world.userIds[accepted === 200 ? 'all' : 'branch'];
      expect(await holders(ids)).toEqual([holder, holder]);
      await pool().query(FREE_ALL);
    }
  });

  it('an accept and the worker that frees lapsed claims: all move, and none is freed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ids = await claimed('branch', 3);
      const id = await offer('branch', 'all');
      await idle(ids);
      const [{ body }] = await Promise.all([
        send<{ receipt: Receipt[] }>('all', 'accept', { id }),
        ...Array.from({ length: 4 }, () => lapseClaims(pool(), new Date())),
      ]);
      expect(body.result.receipt.map(({ outcome }) => outcome)).toEqual(['moved', 'moved', 'moved']);
      expect(await holders(ids)).toEqual(ids.map(() => world.userIds.all));
      await pool().query(FREE_ALL);
    }
  });

  it('an accept and a released claim leave it with the colleague or with nobody', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ids = await claimed('branch', 2);
      const id = await offer('branch', 'all');
      const [{ body }] = await Promise.all([
        send<{ receipt: Receipt[] }>('all', 'accept', { id }),
        world.as.branch.ask('collectOrder/unclaim', { ids }, { 'Idempotency-Key': randomUUID() }),
      ]);
      const expected = body.result.receipt.map(({ outcome }) =>
        outcome === 'moved' ? world.userIds.all : null,
      );
      expect(await holders(ids)).toEqual(expected);
      await pool().query(FREE_ALL);
    }
  });

  it('what is cut off in the middle has moved nothing, and can be accepted again', async () => {
    const { owner } = world.server.database;
    const ids = await claimed('branch', 2);
    const id = await offer('branch', 'all');
    // The connection dies after the first claim has moved, as when the server or the database is killed.
    await owner.query(`create function die() returns trigger language plpgsql as $$ begin
        if new.order_id = ${ids[1]} then
          perform set_config('role', 'none', true);
          perform pg_terminate_backend(pg_backend_pid());
        end if; return new; end $$;
      create trigger die before update on shift_handover_claim for each row execute function die()`);
    try {
      expect(await codeOf('all', 'accept', { id })).toBe('databaseDown');
    } finally {
      await owner.query('drop trigger die on shift_handover_claim; drop function die');
    }
    expect(await holders(ids)).toEqual([world.userIds.branch, world.userIds.branch]);
    expect(await Promise.all(ids.map(moves))).toEqual([0, 0]);
    expect(await codeOf('all', 'accept', { id })).toBe(200);
    expect(await Promise.all(ids.map(moves))).toEqual([1, 1]);
  });
});
