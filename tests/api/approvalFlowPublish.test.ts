import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FlowShown, TriedWay } from '../../contract/approvalFlow.ts';
import type { Row } from '../../contract/calls.ts';
import { plantFlow, type PlantedStep, USUAL_STEP } from '../safety/flowWorld.ts';
import { makePayoutWorld, type PayoutWorld } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, newPlatform } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Approval flows as they are drawn, published and tried out. */

const DECIDES = ['payOrder:page', 'payOrder:approve'];
const KEEPS = ['page', 'add', 'update', 'delete'].map((verb) => `approvalRule:${verb}`);

let server: TestServer;
let world: PayoutWorld;
let hands: [Hand, Hand, Hand];
let keeper: Hand;
const pool = () => server.database.pool;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await makePayoutWorld(pool(), () => 'http://127.0.0.1:9', 1_000, await newPlatform(pool()));
  hands = [
    await hand(server, world, DECIDES),
    await hand(server, world, DECIDES),
    await hand(server, world, DECIDES),
  ];
  keeper = await hand(server, world, KEEPS);
});

const roleOf = async ({ id }: Hand): Promise<string> =>
  (
    await pool().query<{ id: string }>('select role_id::text as id from sys_user_role where user_id = $1', [
      id,
    ])
  ).rows[0]!.id;
const of = (...people: Hand[]) => ({ who: 'people' as const, userIds: people.map(({ id }) => id) });
const flow = (steps: readonly PlantedStep[]) =>
  plantFlow(pool(), world, { action: 'payOrder:approve', limit: '2000', steps });

describe('publishing', () => {
  const made = async () => {
    const rule = { command: 'payOrder/approve', currency: 'INR', limitAmount: '1000', status: 1 };
    return keeper.client.call<Row & { id: string; version: number }>('approvalRule/add', rule);
  };
  const shown = async (id: string) =>
    (await keeper.client.call<{ flow: FlowShown }>(`approvalRule/detail?id=${id}`)).flow;
  const publish = (body: object, who = keeper) =>
    who.client.ask<{ version: number }>('approvalRule/publish', body);
  const errorOf = async (answer: ReturnType<typeof publish>) => {
    const { body } = await answer;
    return body.extras?.errorCode ?? body.code;
  };

  it('begins with one step, makes a version of each change, and is logged', async () => {
    const { id, version } = await made();
    expect((await shown(id)).versions).toMatchObject([
      { flowVersion: 1, limitAmount: '1000', steps: [{ who: 'permitted' }] },
    ]);
    await keeper.client.call('approvalRule/update', { id, version, limitAmount: '900' });
    const steps = [
      { ...USUAL_STEP, name: 'Treasury', ...of(hands[0]), decides: 'all' },
      { ...USUAL_STEP, aboveAmount: '9000' },
    ];
    const { body } = await publish({
      id,
      version: version + 1,
      limitAmount: '2000',
      note: 'two people',
      steps,
      otp: keeper.phone.code(),
    });
    expect(body.result).toMatchObject({ id, flowVersion: 3, version: version + 2 });
    const { versions, flowVersion } = await shown(id);
    expect(flowVersion).toBe(3);
    expect(versions.map(({ flowVersion: number, limitAmount }) => [number, limitAmount])).toEqual([
      [3, '2000'],
      [2, '900'],
      [1, '1000'],
    ]);
    expect(versions[0]).toMatchObject({
      note: 'two people',
      steps: [{ name: 'Treasury', users: [{ id: hands[0].id }], decides: 'all' }, { aboveAmount: '9000' }],
    });
    const [row] = (await keeper.client.call<{ items: Row[] }>('approvalRule/page', {})).items;
    expect(row).toMatchObject({ steps: 2, flowVersion: 3, limitAmount: '2000' });
    const { rows } = await pool().query(
      "select remark, after from order_log where order_id = $1 and event = 'update' order by id desc limit 1",
      [id],
    );
    expect(rows).toEqual([
      { remark: 'two people', after: { flowVersion: 3, limitAmount: '2000', steps: 2 } },
    ]);
    const { rows: differences } = await pool().query(
      "select before_data as before, after_data as after from sys_log_diff where resource = 'approvalRule' and row_id = $1 order by id desc limit 1",
      [id],
    );
    expect(differences).toMatchObject([
      { before: { limitAmount: '900' }, after: { limitAmount: '2000', flowVersion: 3 } },
    ]);
    const notices = await pool().query('select permission, content from sys_notice where once_key = $1', [
      `flowLooser:${id}:published:3`,
    ]);
    expect(notices.rows).toMatchObject([
      {
        permission: 'approval:page',
        content: expect.stringContaining('published a version that may ask less') as unknown,
      },
    ]);
    const looser = { id, version: version + 2, limitAmount: '2001', steps };
    expect(await errorOf(publish(looser))).toBe('validation');
    expect(await errorOf(publish({ ...looser, otp: '000000' }))).toBe('otpWrong');
  });

  it.each([
    ['an amount of the first step', [{ ...USUAL_STEP, aboveAmount: '5000' }], 'flowStepFirst'],
    ['an amount below the limit', [USUAL_STEP, { ...USUAL_STEP, aboveAmount: '1000' }], 'flowStepAmount'],
    [
      'digits that the currency does not have',
      [USUAL_STEP, { ...USUAL_STEP, aboveAmount: '2000.001' }],
      'amountDigits',
    ],
    ['a role that is not there', [{ ...USUAL_STEP, who: 'role', roleId: '42' }], 'validation'],
    ['somebody who is not there', [{ ...USUAL_STEP, who: 'people', userIds: ['42'] }], 'validation'],
    ['no step', [], 'validation'],
    ['ten steps', Array.from({ length: 10 }, () => USUAL_STEP), 'validation'],
    ['a term of a minute', [{ ...USUAL_STEP, timeoutMinutes: 1 }], 'validation'],
  ])('does not take %s', async (_, steps, code) => {
    const { id, version } = await made();
    expect(await errorOf(publish({ id, version, limitAmount: '1000', steps }))).toBe(code);
    expect((await shown(id)).flowVersion).toBe(1);
  });

  it('takes nobody who may not decide, no role of another tenant, no version that was not seen', async () => {
    const { id, version } = await made();
    const of1 = (step: object, over = {}) =>
      errorOf(publish({ id, version, limitAmount: '1000', steps: [{ ...USUAL_STEP, ...step }], ...over }));
    expect(await of1(of(keeper))).toBe('flowStepNobody');
    const other = await hand(server, await makeWorld(pool()), DECIDES);
    expect(await of1({ who: 'role', roleId: await roleOf(other) })).toBe('validation');
    expect(await of1(of(other))).toBe('validation');
    expect(await of1({}, { version: version + 1 })).toBe('staleVersion');
    const stranger = await hand(server, await makeWorld(pool()), KEEPS);
    expect(await errorOf(publish({ id, version, limitAmount: '1000', steps: [USUAL_STEP] }, stranger))).toBe(
      'platformBooks',
    );
    const reader = await hand(server, world, ['approvalRule:page']);
    expect(await errorOf(publish({ id, version, limitAmount: '1000', steps: [USUAL_STEP] }, reader))).toBe(
      'forbidden',
    );
    const twice = (...steps: object[]) =>
      errorOf(
        publish({
          id,
          version,
          limitAmount: '1000',
          steps: steps.map((step) => ({ ...USUAL_STEP, ...step })),
        }),
      );
    const [first, second] = hands;
    expect(await twice(of(first), of(first))).toBe('flowStepTaken');
    expect(await twice({ ...of(first, second), decides: 'all' }, of(second))).toBe('flowStepTaken');
    const both = await Promise.all([1, 2].map(() => of1({})));
    expect(new Set(both)).toEqual(new Set([200, 'staleVersion']));
  });
});

describe('trying out', () => {
  const tryOut = (amount: string, over: object = {}, who = keeper) =>
    who.client.ask<TriedWay>('approvalRule/tryOut', {
      command: 'payOrder/approve',
      currency: 'INR',
      amount,
      ...over,
    });
  const tried = async (amount: string, over: object = {}) => (await tryOut(amount, over)).body.result;

  it('names the steps and the people, by what is published or only drawn', async () => {
    const [first, second] = hands;
    expect(await tried('3000')).toMatchObject({ way: null, reason: 'noFlow' });
    const id = await flow([of(first), { ...of(second), above: '5000' }]);
    const { merchantId } = world;
    expect(await tried('2000', { merchantId })).toMatchObject({ way: null, reason: 'belowLimit' });
    const { way } = await tried('3000', { merchantId });
    expect(way!.steps.map(({ state, people }) => [state, people.map((each) => each.id)])).toEqual([
      ['ahead', [first.id]],
      ['skipped', []],
    ]);
    const twice = { limitAmount: '100', steps: [1, 2].map(() => ({ ...USUAL_STEP, ...of(first) })) };
    expect(await tried('3000', { merchantId, drawn: twice })).toMatchObject({ stuck: 2 });
    const drawn = { limitAmount: '100', steps: [USUAL_STEP] };
    const open = await tried('3000', { merchantId, drawn });
    expect(open.stuck).toBeNull();
    // Whoever may do the command: the three.
    expect(open.way!.steps[0]!.people.map((each) => each.id).toSorted()).toEqual(
      hands.map((each) => each.id).toSorted(),
    );
    await pool().query('update approval_rule set status = 2 where id = $1', [id]);
    expect(await tried('3000')).toMatchObject({ way: null, reason: 'off' });
  });

  it('is of one’s own merchants', async () => {
    const other = await makeWorld(pool());
    const { body } = await tryOut('3000', { merchantId: other.merchantId });
    expect(body.extras?.errorCode).toBe('notFound');
    const { people, roles } = await keeper.client.call<{ people: Row[]; roles: Row[] }>(
      'approvalRule/choices?command=payOrder/approve',
    );
    expect(people.map((each) => each.id).toSorted()).toEqual(hands.map((each) => each.id).toSorted());
    expect(roles).toHaveLength(4);
  });
});
