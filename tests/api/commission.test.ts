import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

/** What domain.md says of agents: whose share an order pays is never ambiguous, and who is below whom is a tree. */

let world: EngineWorld;
beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());

interface Row {
  id: string;
  version: number;
}
const message = async (path: string, body: unknown, who: 'all' | 'admin' = 'all') =>
  (await world.as[who].ask(path, body)).body.message;

describe('bands of a share', () => {
  const share = (type: number, minAmount: string, maxAmount: string) => ({
    merchantId: world.merchants.agent,
    channelId: world.channelId,
    type,
    rate: '0.001',
    fixedFee: '0',
    minAmount,
    maxAmount,
  });
  const overlap = {
    minAmount: ['The amounts overlap another rate of this agent on this channel and side'],
    maxAmount: ['The amounts overlap another rate of this agent on this channel and side'],
  };

  it('do not overlap on one side, their ends included; both sides count as each', async () => {
    const { id } = await world.as.all.call<Row>('extensionRate/add', share(1, '0', '100'));
    expect(await message('extensionRate/add', share(1, '100', '200'))).toEqual(overlap);
    expect(await message('extensionRate/add', share(3, '50', '60'))).toEqual(overlap);
    const pay = await world.as.all.call<Row>('extensionRate/add', share(2, '0', '100'));
    const next = await world.as.all.call<Row>('extensionRate/add', share(1, '100.01', '200'));
    const widen = { id: next.id, version: next.version, minAmount: '99' };
    expect(await message('extensionRate/update', widen)).toEqual(overlap);
    const turn = { id: pay.id, version: pay.version, type: 3 };
    expect(await message('extensionRate/update', turn)).toEqual(overlap);
    await world.as.all.call('extensionRate/delete', { ids: [id, pay.id, next.id] });
  });

  it('are raced by many, won by one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.as.all.ask('extensionRate/add', share(1, '10', '20'))),
    );
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.extras?.errorCode === 'validation')).toHaveLength(11);
  });
});

describe('a merchant', () => {
  const made = (over: Record<string, unknown> = {}) =>
    world.as.all.call<Row>('merchant/add', {
      code: `C${newId()}`,
      name: 'New',
      type: 1,
      status: 1,
      orgId: world.north,
      remark: 'test',
      ...over,
    });

  it('keeps its type', async () => {
    const { id, version } = await made({ type: 2 });
    expect(await message('merchant/update', { id, version, type: 1 })).toHaveProperty('type');
  });

  it('stands below another merchant of type agent of its tenant', async () => {
    const { id, version } = await made();
    const under = (agentId: string, who: 'all' | 'admin' = 'all') =>
      message('merchant/update', { id, version, agentId }, who);
    expect(await under(world.merchants.lone)).toHaveProperty('agentId');
    expect(await under(world.merchants.foreign, 'admin')).toHaveProperty('agentId');
    await world.server.database.pool.query('update merchant set type = 2 where id = $1', [
      world.merchants.foreign,
    ]);
    expect(await under(world.merchants.foreign, 'admin')).toEqual({
      agentId: ['Agent does not exist'],
    });
    await world.as.all.call('merchant/update', { id, version, agentId: world.merchants.agent });
  });

  it('never stands below itself, however long the way', async () => {
    const top = await made({ type: 2 });
    const middle = await made({ type: 2, agentId: top.id });
    const low = await made({ type: 2, agentId: middle.id });
    const circle = { agentId: ['An agent cannot stand below itself'] };
    expect(await message('merchant/update', { ...pick(top), agentId: top.id })).toEqual(circle);
    expect(await message('merchant/update', { ...pick(top), agentId: low.id })).toEqual(circle);
  });

  it('two moves at once close no circle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await made({ type: 2 }), await made({ type: 2 })];
      const answers = await Promise.all([
        world.as.all.ask('merchant/update', { ...pick(one), agentId: two.id }),
        world.as.all.ask('merchant/update', { ...pick(two), agentId: one.id }),
      ]);
      expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    }
  });

  it('has an expression that compiles and an address that may be called', async () => {
    const { id, version } = await made();
    const with_ = (values: Record<string, unknown>) => message('merchant/update', { id, version, ...values });
    expect(await with_({ orderMatchRegex: '(' })).toEqual({
      orderMatchRegex: ['This is not a valid regular expression, see ('],
    });
    expect(await with_({ orderMatchRegex: '(?<=INV)\\d+' })).toEqual({
      orderMatchRegex: ['Lookaround cannot be used here: (?<='],
    });
    for (const callbackUrl of [
      'http://127.0.0.1/x',
      'http://[::1]/x',
      'http://10.0.0.1/x',
      'http://localhost/x',
      'http://169.254.169.254/latest',
      'https://93.184.216.34:9000/x',
    ])
      expect([callbackUrl, await with_({ callbackUrl })]).toEqual([
        callbackUrl,
        { callbackUrl: [expect.stringContaining('cannot be called back')] },
      ]);
    const saved = { id, version, orderMatchRegex: '^ORD-\\d+$', callbackUrl: 'https://93.184.216.34/cb' };
    await world.as.all.call('merchant/update', saved);
  });
});

const pick = ({ id, version }: Row): Row => ({ id, version });
