import { afterAll, beforeAll, expect, it } from 'vitest';
import { MASKED } from '../../contract/validate.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Who changed on what terms money moves, and what the terms were. */

interface Stored extends Record<string, unknown> {
  id: string;
  version: number;
}

const verbs = (resource: string) =>
  ['page', 'detail', 'add', 'update', 'delete'].map((verb) => `${resource}:${verb}`);

let server: TestServer;
let world: World;
let keeper: Hand;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool);
  const audited = ['channelBinding', 'upstream', 'merchant', 'bankAccount'];
  keeper = await hand(server, world, [...audited.flatMap(verbs), 'orderLog:page']);
});
afterAll(() => server.stop());

const connection = (secret: string) => JSON.stringify({ baseUrl: 'https://8.8.8.8', key: 'us', secret });
const call = <T = Stored>(path: string, body: unknown) => keeper.client.call<T>(path, body);

async function logOf(id: string) {
  const { rows } = await server.database.pool.query(
    `select event, resource, order_no as name, merchant_id::text as merchant, operator_id::text as by, before, after
     from order_log where order_id = $1 order by id`,
    [id],
  );
  return rows;
}

async function binding(): Promise<{ row: Stored; name: string }> {
  const { rows } = await server.database.pool.query<{ id: string; name: string }>(
    `select b.id::text, m.code || ' ' || c.channel_code || ' ' || b.currency as name from channel_binding b
     join merchant m on m.id = b.merchant_id join channel c on c.id = b.channel_id where b.merchant_id = $1 limit 1`,
    [world.merchantId],
  );
  const { id = '', name = '' } = rows[0] ?? {};
  return { row: await call(`channelBinding/detail?id=${id}`, undefined), name };
}

it('says which rate was changed by whom, and what it was', async () => {
  const { row, name } = await binding();
  const { id, version } = row;
  const changed = await call('channelBinding/update', { id, version, rate: '0.0375', fixed: '1.50' });
  const entry = { resource: 'channelBinding', name, by: keeper.id, merchant: world.merchantId };
  const update = {
    ...entry,
    event: 'update',
    before: { rate: row.rate, fixed: row.fixed },
    after: { rate: '0.0375', fixed: '1.5' },
  };
  expect(await logOf(id)).toEqual([update]);
  // The same values again are no change.
  await call('channelBinding/update', { id, version: changed.version, rate: '0.03750', fixed: '1.5' });
  expect(await logOf(id)).toEqual([update]);
});

it('has no word on what was refused', async () => {
  const { row } = await binding();
  const before = (await logOf(row.id)).length;
  const answers = await Promise.all([
    keeper.client.ask('channelBinding/update', { id: row.id, version: row.version - 1, rate: '0.01' }),
    keeper.client.ask('channelBinding/update', { id: row.id, version: row.version, rate: 'much' }),
  ]);
  expect(answers.map(({ body }) => body.code)).not.toContain(200);
  expect(await logOf(row.id)).toHaveLength(before);
});

it('tells of secrets and configurations that they changed, and no more', async () => {
  const code = `U${Date.now()}`;
  const { id, version } = await call('upstream/add', {
    name: code,
    code,
    currency: 'INR',
    isCollect: true,
    rate: '0.01',
    fixed: '0',
    miniAmount: '1',
    maxAmount: '1000',
    isPay: false,
    payRate: '0',
    payFixed: '0',
    payMiniAmount: '0',
    payMaxAmount: '0',
    orderBy: 1,
    status: 1,
    config: connection('open-sesame'),
    remark: 'x',
  });
  await call('upstream/update', { id, version, config: connection('open-barley') });
  const log = await logOf(id);
  expect(log).toMatchObject([
    { event: 'create', name: code, before: null, after: { code, rate: '0.01', config: MASKED } },
    { event: 'update', name: code, before: { config: MASKED }, after: { config: MASKED } },
  ]);
  expect(JSON.stringify(log)).not.toContain('open-');
});

it('names whom a merchant was given to', async () => {
  const agents = await server.database.pool.query<{ id: string; name: string }>(
    'select id::text, name from merchant where id = $1',
    [world.agentId],
  );
  const row = await call(`merchant/detail?id=${world.merchantId}`, undefined);
  await call('merchant/update', { id: row.id, version: row.version, agentId: null, remark: 'left' });
  const freed = await call(`merchant/detail?id=${world.merchantId}`, undefined);
  await call('merchant/update', { id: row.id, version: freed.version, agentId: world.agentId });
  const log = (await logOf(world.merchantId)).filter(({ event }) => event === 'update');
  const agent = { agentId: world.agentId, agentName: agents.rows[0]?.name };
  expect(log).toMatchObject([
    { before: agent, after: { remark: 'left' } },
    { before: null, after: agent },
  ]);
});

it('is found by the staff of its merchant, and tells a merchant’s people no name', async () => {
  const { row } = await binding();
  await call('channelBinding/update', { id: row.id, version: row.version, payRate: '0.0123' });
  const changes = async (who: Hand) =>
    (
      await who.client.call<{ items: Record<string, unknown>[] }>('orderLog/page', {
        resource: ['channelBinding'],
        merchantId: [world.merchantId],
        event: ['update'],
      })
    ).items;
  const branch = await hand(server, world, ['orderLog:page']);
  await server.database.pool.query(
    'update sys_role set data_scope = 2 where id in (select role_id from sys_user_role where user_id = $1)',
    [branch.id],
  );
  expect((await changes(branch))[0]).toMatchObject({ after: { payRate: '0.0123' } });
  const own = (await changes(await hand(server, world, ['orderLog:page'], world.merchantId)))[0];
  expect(own).toMatchObject({ after: { payRate: '0.0123' } });
  expect(JSON.stringify(own)).not.toContain(keeper.id);
  expect(own).not.toHaveProperty('operator');
  expect(await changes(await hand(server, world, ['orderLog:page'], world.loneId))).toEqual([]);
});
