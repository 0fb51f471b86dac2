import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { MINOR_DIGITS } from '../../contract/currency.ts';
import { dictValues } from '../../contract/dicts.ts';
import { resources } from '../../contract/resources/index.ts';
import { OWN_WORDS } from '../../contract/resources/orders/approval.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { plantFlow } from '../safety/flowWorld.ts';
import { CASES } from '../safety/walkCases.ts';
import { walkWorld, type WalkWorld } from '../safety/walkWorld.ts';
import { PASSWORD } from '../safety/staff.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, utr } from '../safety/world.ts';

/** Every command that may ask others is agreed to from the list of questions, by the command itself. */

const COMMANDS = Object.values(dictValues('approvalCommand')).map(String);
/** Begun by their maker; whoever decides gives the command for the first time. */
const REQUESTS = ['adjustment', 'rechargeOrder', 'manualOrder'];
const BEGUN = new Set(['payOrder', ...REQUESTS].map((resource) => `${resource}/approve`));

let walk: WalkWorld;
let other: Hand;

beforeAll(async () => {
  walk = await walkWorld();
  const rights = COMMANDS.map((command) => command.replace('/', ':'));
  const rejecting = ['payOrder:deny', ...REQUESTS.map((resource) => `${resource}:reject`)];
  const answers = ['page', 'agree', 'refuse'].map((verb) => `approval:${verb}`);
  other = await hand(walk.server, walk.world, [...rights, ...rejecting, ...answers]);
  // No bulk of these tests is so large that its count is typed.
  const limits = Object.fromEntries(Object.keys(MINOR_DIGITS).map((currency) => [currency, '999999999999']));
  await walk.sql('update sys_role set bulk_limits = $1', [JSON.stringify(limits)]);
});
afterAll(() => walk?.server.stop());

const actionOf = (command: string) => {
  const [resource, action] = command.split('/') as [string, string];
  return { resource, action, definition: resources.get(resource)!.actions[action]! };
};
const codeOf = (who: Hand, command: string) =>
  actionOf(command).definition.otp ? { otp: who.phone.code() } : {};
const send = (who: Hand, path: string, ids: readonly string[], input: Record<string, unknown> = {}) =>
  who.client.command<ActionResult>(path, { ids, ...(Object.keys(input).length > 0 && { input }) });
const waitingOf = async (row: string): Promise<Row> => {
  const [question] = await walk.sql<Row>(
    `select id::text, order_no as "orderNo", command from approval where row_id = $1 and outcome = 'waiting'`,
    [row],
  );
  return question!;
};

/** A row about which the command has been asked, and what it was asked with. */
async function asked(command: string) {
  const { resource, action } = actionOf(command);
  await walk.sql('delete from approval_rule');
  const steps = command === 'withdrawal/complete' ? [{}, {}] : [{}];
  await plantFlow(walk.server.database.pool, walk.world, {
    action: `${resource}:${action}`,
    limit: '0',
    steps,
  });
  const { who = walk.maker, ids, input = {} } = await CASES[resource]![action]!(walk);
  const id = ids![0]!;
  if (!BEGUN.has(command)) {
    const first = await send(who, command, [id], { ...input, ...codeOf(who, command) });
    expect([first.refused, first.waiting]).toEqual([[], [id]]);
  }
  return { id, question: await waitingOf(id), input };
}

it('asks of whoever agrees what the commands ask for', () => {
  const { asks, input } = resources.get('approval')!.actions.agree!;
  const names = ['utr', 'transactionHash', 'reason', 'otp'];
  const expected = names.map((name) => [
    name,
    COMMANDS.filter((command) => actionOf(command).definition.input?.[name]).sort(),
  ]);
  const dict: Readonly<Record<string, unknown>> = dictValues('approvalCommand');
  const given = names.map((name) => [
    name,
    asks![name]!.of.command!.map((each) => String(dict[String(each)])).sort(),
  ]);
  expect(given).toEqual(expected);
  for (const name of OWN_WORDS) expect(input![name]).toHaveProperty('pattern');
  // What is neither typed by each nor a reason is the first person's.
  const rest = COMMANDS.flatMap((command) => Object.keys(actionOf(command).definition.input ?? {}));
  expect(new Set(rest.filter((name) => !names.includes(name)))).toEqual(new Set(['feeBack']));
});

describe('agreeing', () => {
  it.each(COMMANDS)('carries out %s', async (command) => {
    const { id, question, input } = await asked(command);
    const own = Object.fromEntries(
      OWN_WORDS.filter((name) => input[name]).map((name) => [name, input[name]]),
    );
    const dry = await other.client.call<ActionResult>('approval/agree', { ids: [question.id], dryRun: true });
    expect([dry.refused, dry.done]).toEqual([[], [question.id]]);
    if (actionOf(command).definition.otp)
      expect((await send(other, 'approval/agree', [question.id], own)).refused).toMatchObject([
        { id: question.id, code: 'codeAsked' },
      ]);
    const code = codeOf(other, command);
    if (Object.keys(own).length > 0)
      expect((await send(other, 'approval/agree', [question.id], code)).refused).toMatchObject([
        { id: question.id, code: 'typedAlone' },
      ]);
    const answer = await send(other, 'approval/agree', [question.id], { ...own, ...code });
    expect(answer).toMatchObject({ done: [question.id], refused: [] });
    expect(answer.waiting).toEqual([]);
    const [after] = await walk.sql<Row>(
      'select outcome, checker_id::text as checker from approval where id = $1',
      [question.id],
    );
    expect(after).toEqual({ outcome: 'agreed', checker: other.id });
    const [log] = await walk.sql<Row>(
      'select operator_id::text as by, remark from order_log where order_id = $1 or order_no = $2 order by id desc limit 1',
      [id, question.orderNo],
    );
    expect(log!.by).toBe(other.id);
    expect(await checkInvariants(walk.server.database.owner)).toEqual([]);
  });
});

const outcomeOf = async (id: string) =>
  (await walk.sql<Row>('select outcome from approval where id = $1', [id]))[0]!.outcome;
const settledOf = async (id: string): Promise<number> =>
  (await walk.sql('select from order_settlement where order_id = $1', [id])).length;
const codesOf = ({ refused }: ActionResult) => refused.map(({ code }) => code);

describe('agreeing to several', () => {
  it('does each by itself, and says what was refused and why', async () => {
    const settled = await asked('collectOrder/settle');
    const reversed = await asked('collectOrder/reverse');
    const confirmed = await asked('collectOrder/forceConfirm');
    const ended = await asked('adjustment/approve');
    const adjusted = await asked('adjustment/approve');
    await send(walk.checker, 'adjustment/reject', [ended.id], { reason: 'no' });
    const all = [settled, reversed, confirmed, ended, adjusted].map(({ question }) => question.id);
    const dry = await other.client.call<ActionResult>('approval/agree', { ids: all, dryRun: true });
    expect(new Set(dry.done)).toEqual(
      new Set([settled, reversed, adjusted].map(({ question }) => question.id)),
    );
    expect(new Set(codesOf(dry))).toEqual(new Set(['typedAlone', 'guard']));
    expect(dry.preview?.map(({ after }) => after)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ command: 'collectOrder/settle', currency: 'INR', amount: '1000' }),
      ]),
    );
    const input = { reason: 'seen by me', otp: other.phone.code() };
    const { previewDigests } = dry;
    const body = { ids: all, input, previewDigests };
    const answer = await other.client.command<ActionResult>('approval/agree', body);
    expect(new Set(answer.done)).toEqual(new Set(dry.done));
    const why = Object.fromEntries(answer.refused.map(({ id, code }) => [id, code]));
    expect(why).toEqual({ [confirmed.question.id]: 'typedAlone', [ended.question.id]: 'guard' });
    expect(await settledOf(settled.id)).toBe(1);
    const [log] = await walk.sql<Row>(
      "select remark from order_log where order_id = $1 and event = 'reverse' order by id desc limit 1",
      [reversed.id],
    );
    expect(log!.remark).toBe('seen by me');
    expect(await checkInvariants(walk.server.database.owner)).toEqual([]);
  });

  it('needs the code for those rows alone whose commands ask for one, and the right one', async () => {
    const settled = await asked('collectOrder/settle');
    const reversed = await asked('collectOrder/reverse');
    const ids = [settled.question.id, reversed.question.id];
    const wrong = await other.client.ask(
      'approval/agree',
      { ids, input: { otp: '000000' } },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(wrong.body.extras?.errorCode).toBe('otpWrong');
    expect(await settledOf(settled.id)).toBe(0);
    const key = { 'Idempotency-Key': randomUUID() };
    const answer = await other.client.ask('approval/agree', { ids }, key);
    expect(answer.body.result).toMatchObject({ done: [settled.question.id] });
    expect(codesOf(answer.body.result as ActionResult)).toEqual(['codeAsked']);
    // The same call once more answers the same; with a code it is another one.
    expect((await other.client.ask('approval/agree', { ids }, key)).body.result).toEqual(answer.body.result);
    const coded = await other.client.ask('approval/agree', { ids, input: { otp: '000000' } }, key);
    expect(coded.body.extras?.errorCode).toBe('idempotencyReused');
    expect(await outcomeOf(reversed.question.id)).toBe('waiting');
  });

  it('is one answer of many that come at once, be it by the list or by the row', async () => {
    const { id, question } = await asked('collectOrder/settle');
    const calls = Array.from({ length: 6 }, () => [
      send(other, 'approval/agree', [question.id]),
      send(walk.checker, 'approval/agree', [question.id]),
      send(walk.checker, 'collectOrder/settle', [id]),
    ]).flat();
    const answers = await Promise.all(calls);
    expect(answers.filter(({ done }) => done.length > 0)).toHaveLength(1);
    expect([await settledOf(id), await outcomeOf(question.id)]).toEqual([1, 'agreed']);
  });

  it.each(['collectOrder/settle', 'adjustment/approve'])(
    'or refusing %s at once: one of them counts',
    async (command) => {
      for (let round = 0; round < 5; round += 1) {
        const { question } = await asked(command);
        const answers = await Promise.all([
          send(other, 'approval/agree', [question.id]),
          send(walk.checker, 'approval/refuse', [question.id], { reason: 'no' }),
          send(other, 'approval/agree', [question.id]),
        ]);
        expect(answers.filter(({ done }) => done.length > 0)).toHaveLength(1);
        expect(await outcomeOf(question.id)).toBe(answers[1]!.done.length > 0 ? 'refused' : 'agreed');
      }
      expect(await checkInvariants(walk.server.database.owner)).toEqual([]);
    },
  );
});

describe('agreeing is refused', () => {
  it('to whoever asked, may not do the command, or does not see the row', async () => {
    const { question } = await asked('collectOrder/settle');
    const ids = [question.id];
    expect(codesOf(await send(walk.maker, 'approval/agree', ids))).toEqual(['selfApproval']);
    const { server, world } = walk;
    const answering = ['approval:page', 'approval:agree', 'approval:refuse'];
    const unable = await hand(server, world, answering);
    expect(codesOf(await send(unable, 'approval/agree', ids))).toEqual(['forbidden']);
    const settling = [...answering, 'collectOrder:settle', 'collectOrder:page'];
    const stranger = await hand(server, await makeWorld(server.database.pool), settling);
    expect(codesOf(await send(stranger, 'approval/agree', ids))).toEqual(['notFound']);
    // The same tenant's, and responsible for other merchants.
    const narrow = await hand(server, world, settling);
    await walk.sql(
      'update sys_role set data_scope = 3 where id in (select role_id from sys_user_role where user_id = $1)',
      [narrow.id],
    );
    await walk.sql('update sys_user set org_id = (select org_id from sys_user where id = $2) where id = $1', [
      narrow.id,
      stranger.id,
    ]);
    const [{ account }] = (await walk.sql<{ account: string }>('select account from sys_user where id = $1', [
      narrow.id,
    ])) as [{ account: string }];
    const client = await server.signIn(account, PASSWORD);
    expect(codesOf(await send({ ...narrow, client }, 'approval/agree', ids))).toEqual(['notFound']);
    const outside = await hand(server, world, settling, world.merchantId);
    const answer = await outside.client.ask('approval/agree', { ids, dryRun: true });
    expect(answer.body.extras?.errorCode).toBe('wrongAudience');
    expect(await outcomeOf(question.id)).toBe('waiting');
  });

  it('after its time, and begins no other question', async () => {
    for (const command of ['collectOrder/settle', 'adjustment/approve']) {
      const { id, question } = await asked(command);
      await walk.sql("update approval set expires_at = now() - interval '1 minute' where id = $1", [
        question.id,
      ]);
      for (const [path, input] of [
        ['agree', {}],
        ['refuse', { reason: 'no' }],
      ] as const)
        expect(codesOf(await send(other, `approval/${path}`, [question.id], input))).toEqual(['answerLate']);
      expect(await walk.sql('select from approval where row_id = $1', [id])).toHaveLength(1);
    }
  });

  it('with another reference than the first person named', async () => {
    const { question } = await asked('collectOrder/forceConfirm');
    const input = { utr: utr(), otp: other.phone.code() };
    expect((await send(other, 'approval/agree', [question.id], input)).refused).toMatchObject([
      { code: 'referenceDiffers', field: 'utr' },
    ]);
  });
});

describe('refusing several', () => {
  it('rejects requests by the way of their own, and leaves orders as they are', async () => {
    const commands = ['collectOrder/settle', ...BEGUN];
    const rows = [];
    for (const command of commands) rows.push({ command, ...(await asked(command)) });
    const ids = rows.map(({ question }) => question.id);
    const answer = await send(other, 'approval/refuse', ids, { reason: 'not ours' });
    expect(answer).toMatchObject({ refused: [] });
    for (const { id, command, question } of rows) {
      expect(await outcomeOf(question.id)).toBe('refused');
      const [log] = await walk.sql<Row>(
        'select event, remark, after from order_log where order_id = $1 order by id desc limit 1',
        [id],
      );
      expect([command, log!.event, log!.remark]).toEqual([command, 'deny', 'not ours']);
      expect([command, log!.after !== null]).toEqual([command, command !== 'collectOrder/settle']);
    }
    expect(await checkInvariants(walk.server.database.owner)).toEqual([]);
  });

  it('lets whoever asked take them back', async () => {
    const { question } = await asked('adjustment/approve');
    expect((await send(walk.maker, 'approval/refuse', [question.id], { reason: 'mistaken' })).done).toEqual([
      question.id,
    ]);
    expect(await outcomeOf(question.id)).toBe('withdrawn');
  });
});
