import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { FlowStepInput, TriedWay } from '../../contract/approvalFlow.ts';
import { watchDeciders } from '../../server/domain/approvals/watchDeciders.ts';
import { USUAL_STEP } from '../safety/flowWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, newPlatform, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Whatever asks less of others than before needs a code and is announced, by whichever change of whichever rule. */

const COMMAND = 'payOrder/approve';
const DECIDES = ['payOrder:page', 'payOrder:approve'];
const KEEPS = ['page', 'add', 'update', 'delete', 'enable', 'disable'].map((verb) => `approvalRule:${verb}`);

let server: TestServer;
let world: World;
let keeper: Hand;
let people: Hand[];

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  world = await makeWorld(pool(), await newPlatform(pool()));
  keeper = await hand(server, world, KEEPS);
  people = [await hand(server, world, DECIDES), await hand(server, world, DECIDES)];
});

const pool = () => server.database.pool;
interface Rule {
  id: string;
  version: number;
}
const errorOf = async (path: string, body: object): Promise<string | undefined> =>
  (await keeper.client.ask(`approvalRule/${path}`, body)).body.extras?.errorCode;
const add = (limitAmount: string, merchantId?: string) =>
  keeper.client.call<Rule>('approvalRule/add', {
    command: COMMAND,
    currency: 'INR',
    limitAmount,
    status: 1,
    ...(merchantId && { merchantId }),
  });
const one = (at: number): FlowStepInput => ({ ...USUAL_STEP, who: 'people', userIds: [people[at]!.id] });
const TWO = () => [one(0), one(1)];
const publish = ({ id, version }: Rule, limitAmount: string, steps: FlowStepInput[], otp = '') => ({
  id,
  version,
  limitAmount,
  steps,
  otp,
});
const tried = async (amount: string, merchantId: string | null): Promise<number> => {
  const body = { command: COMMAND, currency: 'INR', amount, merchantId };
  const { way } = await keeper.client.call<TriedWay>('approvalRule/tryOut', body);
  return (way?.steps ?? []).filter(({ state }) => state !== 'skipped').length;
};
const announced = async (): Promise<string[]> => {
  const { rows } = await pool().query<{ key: string }>(
    `select once_key as key from sys_notice where once_key like 'flowLooser:%' and tenant_id = $1 order by id`,
    [world.tenantId],
  );
  return rows.map(({ key }) => key);
};

it('a rule of one merchant begins with the steps of the one for all', async () => {
  const all = await add('1000');
  await keeper.client.call('approvalRule/publish', publish(all, '1000', TWO()));
  const own = await add('1000', world.merchantId);
  expect([await tried('5000', world.merchantId), await tried('5000', null)]).toEqual([2, 2]);
  expect(await errorOf('publish', publish(own, '1000', [one(0)]))).toBe('validation');
  expect(await tried('5000', world.merchantId)).toBe(2);
  expect(await announced()).toEqual([]);
  const coded = publish(own, '1000', [one(0)], keeper.phone.code());
  await keeper.client.call('approvalRule/publish', coded);
  expect([await tried('5000', world.merchantId), await announced()]).toEqual([
    1,
    [`flowLooser:${own.id}:published:2`],
  ]);
});

it('a rule of one merchant asks for no more than the one for all lets pass', async () => {
  await add('1000');
  const refused = {
    command: COMMAND,
    currency: 'INR',
    limitAmount: '1001',
    status: 1,
    merchantId: world.merchantId,
  };
  expect(await errorOf('add', refused)).toBe('flowLooser');
  await add('900', world.merchantId);
  expect([await tried('950', world.merchantId), await tried('950', world.loneId)]).toEqual([1, 0]);
});

it('a rule that asks less is announced where it is switched on, and one that asks more where it is switched off', async () => {
  await keeper.client.call('approvalRule/publish', publish(await add('1000'), '1000', TWO()));
  const own = await add('1000', world.merchantId);
  const switched = (verb: string) =>
    keeper.client.command(`approvalRule/${verb}`, { ids: [own.id], input: { otp: keeper.phone.code() } });
  // The one for all rules in its stead, and asks as much.
  await switched('disable');
  expect(await announced()).toEqual([]);
  const [now] = (
    await keeper.client.call<{ items: Rule[] }>('approvalRule/page', { merchantId: [world.merchantId] })
  ).items;
  // Nobody is asked by a rule that is off.
  await keeper.client.call('approvalRule/publish', publish(now!, '1000', [one(0)]));
  expect(await announced()).toEqual([]);
  await switched('enable');
  expect(await announced()).toEqual([expect.stringContaining(`flowLooser:${own.id}:enabled:`)]);
  await switched('disable');
  expect((await announced()).length).toBe(1);
});

it('whoever comes to decide by a role is announced', async () => {
  const { rows } = await pool().query<{ id: string }>(
    'select role_id::text as id from sys_user_role where user_id = $1',
    [people[0]!.id],
  );
  const roleId = rows[0]!.id;
  const rule = await add('1000');
  const steps = [{ ...USUAL_STEP, who: 'role' as const, roleId }];
  await keeper.client.call('approvalRule/publish', publish(rule, '1000', steps));
  const texts = async () => {
    const found = await pool().query<{ text: string }>(
      `select content::jsonb ->> 'en' as text from sys_notice where once_key like $1 order by id`,
      [`flowDeciders:${rule.id}:%`],
    );
    return found.rows.map(({ text }) => text);
  };
  // What was published is no news.
  await watchDeciders(pool(), new Date());
  expect(await texts()).toEqual([]);
  const { rows: found } = await pool().query<{ account: string }>(
    'select account from sys_user where id = $1',
    [people[1]!.id],
  );
  await pool().query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [people[1]!.id, roleId]);
  await watchDeciders(pool(), new Date());
  expect(await texts()).toEqual([expect.stringContaining(`${found[0]!.account} (step 1)`)]);
  // Nor is it twice, or that somebody is gone.
  await pool().query('delete from sys_user_role where user_id = $1 and role_id = $2', [
    people[1]!.id,
    roleId,
  ]);
  await watchDeciders(pool(), new Date());
  expect(await texts()).toHaveLength(1);
});

const step = fc.record({ at: fc.constantFrom(0, 1), above: fc.constantFrom(null, '600', '2000') });
const change = fc.record({
  own: fc.boolean(),
  how: fc.constantFrom('add', 'update', 'publish'),
  limit: fc.constantFrom('300', '500', '1000'),
  steps: fc.uniqueArray(step, { minLength: 1, maxLength: 2, selector: ({ at }) => at }),
});

it('no change without a code lets any amount of any merchant pass with less than before', {
  timeout: 600_000,
}, async () => {
  const amounts = ['300', '300.01', '500', '500.01', '600', '600.01', '1000', '1000.01', '2000', '2000.01'];
  const cells = async () => {
    const found: number[] = [];
    for (const merchant of [null, world.merchantId, world.loneId])
      for (const amount of amounts) found.push(await tried(amount, merchant));
    return found;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 6 }), async (changes) => {
      await pool().query('delete from approval_rule where tenant_id = $1', [world.tenantId]);
      for (const { own, how, limit, steps } of changes) {
        const before = await cells();
        const merchantId = own ? world.merchantId : undefined;
        const page = await keeper.client.call<{ items: (Rule & { merchantId: string | null })[] }>(
          'approvalRule/page',
          {},
        );
        const rule = page.items.find((each) => (each.merchantId !== null) === own);
        const drawn = steps.map(({ at, above }, n) => ({ ...one(at), aboveAmount: n === 0 ? null : above }));
        const body = {
          add: {
            command: COMMAND,
            currency: 'INR',
            limitAmount: limit,
            status: 1,
            ...(merchantId && { merchantId }),
          },
          update: { id: rule?.id, version: rule?.version, limitAmount: limit },
          publish: rule && publish(rule, limit, drawn),
        }[how];
        if (how !== 'add' && !rule) continue;
        const refused = await errorOf(how, body!);
        const after = await cells();
        if (refused) expect(after).toEqual(before);
        else expect(after.some((count, at) => count < before[at]!)).toBe(false);
      }
    }),
    { numRuns: 4 },
  );
});
