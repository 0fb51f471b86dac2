import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

/** Calls that once ended as a fault of the server, and what they answer. */

let world: EngineWorld;

beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world?.stop());

const RETRYABLE: ReadonlySet<string> = new Set(['busy', 'commandBusy', 'databaseDown']);

const codeOf = async (path: string, body: unknown) =>
  (await world.as.admin.ask(path, body)).body.extras?.errorCode;

it('tries an action on several rows whose table has a column called state', async () => {
  const ids = [newId(), newId(), newId()];
  for (const [at, id] of ids.entries())
    await world.server.database.owner.query(
      `insert into alert_rule (id, tenant_id, user_id, name, measure, comparison, threshold, window_minutes, status, evaluated_to)
       values ($1, $2, $3, $4, 'collectOrder.rate', 'below', 80, 15, $5, now())`,
      [id, world.tenant, world.userIds.admin, `rule ${at}`, at === 0 ? 2 : 1],
    );
  const { impact } = await world.as.admin.call<ActionResult>('alertRule/turnOff', { ids, dryRun: true });
  expect(impact).toMatchObject({ able: 2, refused: [{ code: 'guard', count: 1 }] });
});

it('refuses a day that no calendar has', async () => {
  for (const day of ['2026-02-30', '2026-04-31', '2025-02-29', '0000-01-01', '9999-12-31']) {
    expect([day, await codeOf('dailyReport/page', { reportDate: { from: day } })]).toEqual([
      day,
      'validation',
    ]);
    const filter = { field: 'reportDate', operator: 'EQ', value: day };
    expect([day, await codeOf('dailyReport/page', { filter })]).toEqual([day, 'validation']);
  }
  expect(await codeOf('dailyReport/page', { reportDate: { from: '2028-02-29' } })).toBeUndefined();
});

it('refuses an entry of a calendar in a year that the database does not keep', async () => {
  for (const at of [
    '9999-12-31T23:59:59Z',
    '9999-12-31',
    '0000-01-01',
    '2026-02-30',
    '0001-01-01T00:00:00+14:00',
  ])
    expect([at, await codeOf('sysSchedule/page', { scheduleTime: at })]).toEqual([at, 'validation']);
  expect(await world.as.admin.call('sysSchedule/page', { startTime: '0001-02-01T00:00:00Z' })).toEqual([]);
});

it('adds many people at once, and of one account only one', async () => {
  const posId = newId();
  await world.server.database.owner.query("insert into sys_pos (id, tenant_id, name) values ($1, $2, 'p')", [
    posId,
    world.tenant,
  ]);
  let people = 0;
  const person = (account: string) => ({
    account,
    phone: String(13_800_000_000 + (people += 1)),
    posId,
    realName: `Person ${account}`,
    orgId: world.north,
    accountType: 777,
    password: 'right-horse-42',
  });
  /** Sent again under its key, as the answer asks, where turn or connection did not come in time. */
  const add = async (account: string) => {
    const [body, headers] = [person(account), { 'Idempotency-Key': crypto.randomUUID() }];
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await world.as.admin.ask('sysUser/add', body, headers);
      if (!RETRYABLE.has(answer.body.extras?.errorCode ?? '') || Date.now() > until) return answer;
    }
  };
  const many = await Promise.all(Array.from({ length: 64 }, (_each, at) => add(`many${at}`)));
  const twice = await Promise.all(Array.from({ length: 32 }, () => add('twice')));
  const codes = (answers: typeof many) =>
    Object.entries(Object.groupBy(answers, ({ body }) => body.extras?.errorCode ?? 'added')).map(
      ([code, all = []]) => [code, all.length],
    );
  expect([codes(many), many.find(({ body }) => body.code !== 200)?.body.message]).toEqual([
    [['added', 64]],
    undefined,
  ]);
  const added = Object.fromEntries(codes(twice)) as Record<string, number>;
  expect(added.added).toBe(1);
  expect(Object.keys(added).filter((code) => !['added', 'duplicate', 'validation'].includes(code))).toEqual(
    [],
  );
  expect(world.server.failures.take()).toEqual([]);
});
