import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { countOutcome, ERROR_STREAK } from '../../server/domain/upstreams/health.ts';
import { probePaused, probeUpstream } from '../../server/domain/upstreams/probe.ts';
import type { UpstreamDeps } from '../../server/domain/upstreams/submitPayout.ts';
import { platformTenant } from '../safety/world.ts';
import { makePayoutWorld, openPayout, fund, type PayoutWorld, submitted } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** An upstream that pauses itself, or is paused by a person, and what takes it back. */

const [ON, OFF, PAUSED] = [1, 2, 3];
const MINUTE = 60_000;
const NEVER_LEFT = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
let alive = true;

let server: TestServer;
let world: PayoutWorld;
let staff: Hand;
beforeAll(async () => {
  const outbound = {
    send: async () => {
      if (!alive) throw NEVER_LEFT;
      return { status: 200, headers: {}, body: '{}', truncated: false };
    },
    refuses: async () => undefined,
  };
  server = await startServer({ outbound });
});
afterAll(() => server.stop());
beforeEach(async () => {
  alive = true;
  world = await makePayoutWorld(pool(), () => 'http://127.0.0.1:9', 1_000, await platformTenant(pool()));
  const verbs = ['page', 'probe', 'pause', 'resume'].map((verb) => `upstream:${verb}`);
  staff = await hand(server, world, verbs);
});

const pool = () => server.database.pool;
const later = (minutes: number): UpstreamDeps => ({
  ...server.deps,
  clock: { now: () => new Date(Date.now() + minutes * MINUTE), aheadMs: () => 0 },
});
const act = (action: string, input: object = {}) =>
  staff.client.command<ActionResult>(`upstream/${action}`, { ids: [world.upstreamId], input });
const shown = async () =>
  (
    await pool().query(
      `select status, failures, paused_at is not null as since, probe_at is not null as probes, probe_answer as answer
       from upstream where id = $1`,
      [world.upstreamId],
    )
  ).rows[0];
const logged = async () =>
  (
    await pool().query(
      `select event, operator, before, after, remark from order_log where order_id = $1 and resource = 'upstream' order by id`,
      [world.upstreamId],
    )
  ).rows;
async function streak(): Promise<void> {
  for (let error = 0; error < ERROR_STREAK; error += 1)
    await countOutcome(server.deps, world.upstreamId, 'unknown');
}
const change = (from: number | undefined, to: number | undefined) => ({
  before: { status: from },
  after: { status: to },
});

it('pauses itself after errors in a row, not after some between answers, and the log says so', async () => {
  for (let error = 1; error < ERROR_STREAK; error += 1)
    await countOutcome(server.deps, world.upstreamId, 'notSent');
  await countOutcome(server.deps, world.upstreamId, 'failed');
  await countOutcome(server.deps, world.upstreamId, 'unknown');
  expect(await shown()).toMatchObject({ status: ON, failures: 1 });
  await streak();
  expect(await shown()).toMatchObject({ status: PAUSED, since: true, probes: true });
  expect(await logged()).toMatchObject([{ event: 'pause', operator: 'system', ...change(ON, PAUSED) }]);
});

it('is taken back by the first probe that gets through, and no sooner', async () => {
  await streak();
  alive = false;
  await probePaused(later(2));
  expect(await shown()).toMatchObject({ status: PAUSED, answer: expect.stringContaining('ECONNREFUSED') });
  alive = true;
  // Its next probe is a minute later.
  await probePaused(later(2));
  expect((await shown()).status).toBe(PAUSED);
  await probePaused(later(4));
  expect(await shown()).toMatchObject({ status: ON, failures: 0, since: false, probes: false });
  expect((await shown()).answer).toMatch(/^HTTP 200 · \d+ ms$/);
  expect((await logged()).at(-1)).toMatchObject({
    event: 'resume',
    operator: 'system',
    ...change(PAUSED, ON),
  });
});

it('is taken back ever later where it answers probes and nothing else, and as at first after a good answer', async () => {
  const waits = async () => {
    await streak();
    const { rows } = await pool().query<{ seconds: number }>(
      'select extract(epoch from probe_at - paused_at)::int as seconds from upstream where id = $1',
      [world.upstreamId],
    );
    await probePaused(later(70));
    expect((await shown()).status).toBe(ON);
    return rows[0]!.seconds;
  };
  const waited: number[] = [];
  for (let pause = 0; pause < 8; pause += 1) waited.push(await waits());
  expect(waited).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
  await countOutcome(server.deps, world.upstreamId, 'accepted');
  expect(await waits()).toBe(60);
  // Nor does it count what a person has seen to.
  await streak();
  await act('resume');
  expect(await waits()).toBe(60);
});

it('is probed at a person’s wish, which takes back no other than one that paused itself', async () => {
  expect((await act('probe')).done).toEqual([world.upstreamId]);
  const { rows } = await pool().query('select 1 from graphile_worker.jobs where key = $1', [
    `probe:${world.upstreamId}`,
  ]);
  expect(rows).toHaveLength(1);
  await act('pause', { reason: 'their maintenance' });
  await probeUpstream(server.deps, world.upstreamId);
  expect(await shown()).toMatchObject({ status: OFF, answer: expect.stringContaining('HTTP 200') });
  await act('resume');
  await streak();
  await probeUpstream(server.deps, world.upstreamId);
  expect((await shown()).status).toBe(ON);
});

it('that a person paused gets no order until a person resumes it, whatever a probe says', async () => {
  await fund(pool(), world.merchantId, '5000');
  const { id } = await openPayout(pool(), world);
  await pool().query('update upstream set status = $2 where id <> $1', [world.upstreamId, OFF]);
  expect((await act('pause', { reason: 'their maintenance' })).done).toEqual([world.upstreamId]);
  expect((await act('pause', { reason: 'again' })).refused.map(({ code }) => code)).toEqual(['guard']);
  await probePaused(later(10));
  const statusOf = async () =>
    (await pool().query<{ status: number }>('select status from pay_order where id = $1', [id])).rows[0]
      ?.status;
  await submitted(pool(), id);
  expect(await statusOf()).toBe(2);
  expect((await act('resume')).done).toEqual([world.upstreamId]);
  await submitted(pool(), id);
  expect(await statusOf()).toBe(3);
  const [operator] = [...new Set((await logged()).map((row) => row.operator))];
  expect(await logged()).toEqual([
    { event: 'pause', operator, remark: 'their maintenance', ...change(ON, OFF) },
    { event: 'resume', operator, remark: null, ...change(OFF, ON) },
  ]);
});

it('is made to have paused itself by nobody, and edited as one that has', async () => {
  const { client } = await hand(server, world, ['upstream:page', 'upstream:detail', 'upstream:update']);
  const update = async (change: object) => {
    const { version } = await client.call<{ version: number }>(`upstream/detail?id=${world.upstreamId}`);
    return (await client.ask('upstream/update', { id: world.upstreamId, version, ...change })).body;
  };
  expect((await update({ status: PAUSED })).message).toEqual({ status: ['Please select Status!'] });
  await streak();
  expect((await update({ status: PAUSED, remark: 'asked them' })).code).toBe(200);
  expect((await shown()).status).toBe(PAUSED);
});

it('is paused and resumed by those alone who may', async () => {
  const { client } = await hand(server, world, ['upstream:page']);
  for (const action of ['probe', 'pause', 'resume']) {
    const body = { ids: [world.upstreamId], input: { reason: 'x' } };
    expect((await client.ask(`upstream/${action}`, body)).body.code).toBe(403);
  }
});
