import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { NoticeLink } from '../../contract/noticeLink.ts';
import { closeLapsed } from '../../server/domain/approvals/lapse.ts';
import { notifyWaiting } from '../../server/domain/approvals/notify.ts';
import { plantFlow, type PlantedStep } from '../safety/flowWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, openOrder, paidOrder, utr, type World, newPlatform } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Those who can decide a step are notified as it begins: once, however much is asked; and whoever asked, of the end. */

const RIGHTS = [
  ...['page', 'settle', 'claim', 'forceConfirm', 'cancel'].map((verb) => `collectOrder:${verb}`),
  'approval:page',
];

let server: TestServer;
let world: World;
let maker: Hand;
let first: Hand;
let second: Hand;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // A tenant of its own: what its people see is kept for seconds.
  world = await makeWorld(pool(), await newPlatform(pool()));
  [maker, first, second] = await Promise.all([
    hand(server, world, RIGHTS),
    hand(server, world, RIGHTS),
    hand(server, world, RIGHTS),
  ]);
});

const pool = () => server.database.pool;
/** As much later: what is kept is that much older. */
async function notify(minutes = 0): Promise<void> {
  const ago = `interval '${minutes} minutes'`;
  await pool().query(`update approval_last_notice set notified_at = notified_at - ${ago}`);
  await pool().query(`update approval set notice_at = notice_at - ${ago}`);
  await notifyWaiting(pool(), new Date());
}
const flow = (action: string, steps: readonly PlantedStep[]) =>
  plantFlow(pool(), world, { action, limit: '500', steps });
const of = (...people: Hand[]) => ({ who: 'people' as const, userIds: people.map(({ id }) => id) });

async function asked(): Promise<string> {
  const id = await paidOrder(pool(), world);
  await maker.client.command<ActionResult>('collectOrder/settle', { ids: [id] });
  return id;
}
const settle = (who: Hand, id: string) =>
  who.client.command<ActionResult>('collectOrder/settle', { ids: [id] });
interface Notice {
  title: string;
  content: string;
  readStatus: number;
  link: NoticeLink;
}
const notices = (who: Hand, locale = 'en') =>
  who.client.call<Notice[]>('sysNotice/mine', { limit: 50 }, { 'Accept-Language': locale });
const titles = async (who: Hand, locale?: string) => (await notices(who, locale)).map(({ title }) => title);
const numberOf = async (id: string): Promise<string> =>
  (await pool().query<{ no: string }>('select order_no as no from collect_order where id = $1', [id]))
    .rows[0]!.no;

it('notifies those of the step alone, in their language, and leads to the request', async () => {
  await flow('collectOrder:settle', [of(first), of(second)]);
  const id = await asked();
  await notify();
  const no = await numberOf(id);
  const [notice, ...more] = await notices(first);
  expect([notice!.title, more]).toEqual([`Settlement waits for your approval: ${no}`, []]);
  expect(notice!.content).toMatch(/^1,000 INR, asked by operator-\d+\.$/);
  expect(await titles(first, 'zh-CN')).toEqual([`代收结算待您审批：${no}`]);
  expect([await titles(maker), await titles(second)]).toEqual([[], []]);
  const { view, args } = notice!.link;
  const { row, ...filters } = args;
  const { items } = await first.client.call<{ items: { id: string }[] }>(`${view}/rows`, filters);
  expect(items.map((item) => item.id)).toEqual([row]);
  // The second step begins with the answer to the first.
  await settle(first, id);
  await notify();
  expect(await titles(second)).toEqual([`Settlement waits for your approval: ${no}`]);
});

it('is never a pile: what is asked within ten minutes is counted by the next notice', async () => {
  await flow('collectOrder:settle', [of(first)]);
  const no = await numberOf(await asked());
  await notify();
  await first.client.command('sysNotice/setRead', {
    id: (await first.client.call<{ id: string }[]>('sysNotice/mine', {}))[0]!.id,
  });
  await asked();
  const answered = await asked();
  await asked();
  await settle(first, answered);
  await notify(1);
  await notify(8);
  expect(await titles(first)).toEqual([`Settlement waits for your approval: ${no}`]);
  await notify(2);
  const [notice, ...more] = await notices(first);
  expect([notice!.title, notice!.readStatus, more]).toEqual([
    '2 requests wait for your approval: Settlement',
    0,
    [],
  ]);
  await notify(30);
  expect((await notices(first)).map(({ title }) => title)).toEqual([notice!.title]);
});

it('notifies those too who are asked in time, and not again who had been', async () => {
  await flow('collectOrder:settle', [{ ...of(first), minutes: 5, onTimeout: 'escalate' }]);
  const id = await asked();
  await notify();
  expect([(await titles(first)).length, (await titles(second)).length]).toEqual([1, 0]);
  await pool().query("update approval set expires_at = now() - interval '1 second' where row_id = $1", [id]);
  await closeLapsed(pool(), new Date());
  await first.client.command('sysNotice/setRead', {
    id: (await first.client.call<{ id: string }[]>('sysNotice/mine', {}))[0]!.id,
  });
  await notify(20);
  expect([(await titles(maker)).length, (await titles(second)).length]).toEqual([0, 1]);
  expect((await notices(first)).map(({ readStatus }) => readStatus)).toEqual([1]);
});

it('is of the people of the tenant alone', async () => {
  const other = await makeWorld(pool());
  const stranger = await hand(server, other, RIGHTS);
  const owner = await hand(server, other, RIGHTS);
  await flow('collectOrder:settle', [{}]);
  await asked();
  await notify();
  expect([(await titles(first)).length, await titles(stranger)]).toEqual([1, []]);
  await plantFlow(pool(), other, { action: 'collectOrder:settle', limit: '500' });
  const theirs = await paidOrder(pool(), other);
  await settle(owner, theirs);
  await notify();
  expect(await titles(stranger)).toEqual([`Settlement waits for your approval: ${await numberOf(theirs)}`]);
  expect([(await titles(first)).length, await titles(owner)]).toEqual([1, []]);
});

it('notifies whoever asked that it is withdrawn since the row became another', async () => {
  await flow('collectOrder:forceConfirm', [{}]);
  const id = await openOrder(pool(), world);
  await maker.client.command('collectOrder/claim', { ids: [id] });
  const input = { utr: utr(), reason: 'the payer called', otp: maker.phone.code() };
  const answer = await maker.client.command<ActionResult>('collectOrder/forceConfirm', { ids: [id], input });
  expect(answer.refused).toEqual([]);
  await second.client.command('collectOrder/cancel', { ids: [id] });
  await notify();
  expect(await titles(maker)).toEqual([`Withdrawn from approval: Force confirm, ${await numberOf(id)}`]);
  expect(await titles(first)).toEqual([]);
});
