import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult, Envelope } from '../../contract/calls.ts';
import { DICTS } from '../../contract/dicts.ts';
import type { Field, Fields } from '../../contract/field.ts';
import { resources } from '../../contract/resources/index.ts';
import { snake } from '../../server/engine/sql.ts';
import { KEYED } from '../api/keyedCases.ts';
import { isWalked, SHARE } from '../support/share.ts';
import { balancesOf, fund } from './payoutWorld.ts';
import { CASES } from './walkCases.ts';
import { renewSessions, type WalkCase, type WalkWorld, walkWorld } from './walkWorld.ts';
import type { Hand } from './withdrawalWorld.ts';

/**
 * A command and its dry run agree about every row: what one refuses the other refuses, with the same reason, and what one
 * lets pass the other lets pass. Each action is sent on rows in every state that there is, with inputs that fit and that do
 * not, to merchants that can pay and that cannot, by whoever made a row and by somebody else.
 */

let walk: WalkWorld;
/** Flows of the world, which its commands go through. */
let flows: string[];

beforeAll(async () => {
  walk = await walkWorld();
  flows = (await walk.sql<{ id: string }>('select id::text from approval_rule')).map(({ id }) => id);
});
afterAll(() => walk?.server.stop());

type Outcome = readonly (string | undefined)[];

/** Why it was refused as a whole or row by row, and which rows only wait. */
function outcomeOf({ code, message, extras, result }: Envelope<ActionResult>): Outcome {
  if (code !== 200) return [extras?.errorCode, JSON.stringify(message)];
  const refusals = result.refused.map(({ code: why, message: text, field }) => [why, text, field].join('|'));
  if (refusals.length > 0) return refusals;
  const waits =
    result.preview?.some(({ after }) => after.waits === true) ?? (result.waiting ?? []).length > 0;
  return [waits ? 'waits' : 'done'];
}

interface Try extends WalkCase {
  label: string;
  who: Hand;
}

const isNumeric = ({ kind }: Field): boolean => kind === 'money' || kind === 'rate';

/** Values of an input that its form may refuse, and some that only a row or a balance refuses. */
function valuesFor(field: Field): readonly unknown[] {
  if (isNumeric(field)) return ['-1', '0.001', '99999999'];
  if (field.kind === 'dict') return DICTS[field.dict as keyof typeof DICTS].map(({ value }) => value);
  if (field.kind === 'ref') return ['1'];
  if (field.kind === 'flag') return [true, false];
  return field.kind === 'text' ? ['', '999999999999'] : [];
}

const inputTries = (fields: Fields, base: Try): Try[] =>
  Object.entries(fields)
    .filter(([name]) => name !== 'otp')
    .flatMap(([name, field]) =>
      valuesFor(field).map((value) => ({
        ...base,
        label: `${name} = ${JSON.stringify(value)}`,
        input: { ...base.input, [name]: value },
      })),
    );

/** A row in each state that the table has. */
async function rowsInStates(resource: string): Promise<string[]> {
  const stored = await walk.sql<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = to_regclass($1)
       and attname in ('status', 'settled', 'match_status') order by 1`,
    [snake(resource)],
  );
  const columns = stored.map(({ name }) => name).join(', ');
  if (columns === '') return [];
  const rows = await walk.sql<{ id: string }>(
    `select distinct on (${columns}) id::text from ${snake(resource)} order by ${columns}, id desc limit 8`,
  );
  return rows.map(({ id }) => id);
}

const CODE_LASTS_MS = 20_000;
/** The code on each phone that no command has spent yet: one that was refused must leave it as it is. */
const codes = new Map<Hand, { code: string; at: number }>();
function unspentCode(who: Hand): string {
  const at = walk.server.clock.now().getTime();
  const stored = codes.get(who);
  const current = stored && at - stored.at < CODE_LASTS_MS ? stored : { code: who.phone.code(), at };
  codes.set(who, current);
  return current.code;
}

const failuresOf = async ({ id }: Hand): Promise<number> => {
  const [row] = await walk.sql<{ failures: number }>('select failures from user_otp where user_id = $1', [
    id,
  ]);
  return row!.failures;
};

const WRONG_CODE = '000000';

async function same(command: string, { label, who, ids, input = {} }: Try): Promise<void> {
  await renewSessions(walk);
  const [resource = '', name = ''] = command.split('/');
  const { otp } = resources.get(resource)!.actions[name]!;
  const rows = ids && { ids };
  const bodyOf = (typed: object) => ({ ...rows, ...(Object.keys(typed).length > 0 && { input: typed }) });
  const send = (code?: string) => {
    const key = { 'Idempotency-Key': randomUUID() };
    return who.client.ask<ActionResult>(command, bodyOf(code ? { ...input, otp: code } : input), key);
  };
  const dry = await who.client.ask<ActionResult>(command, { ...bodyOf(input), dryRun: true });
  const expected = [command, label, ...outcomeOf(dry.body)];
  const isRefused = !['done', 'waits'].includes(expected.at(-1) ?? '');
  if (otp && isRefused) {
    // Refused whatever the code: a wrong one is not counted.
    const answer = await send(WRONG_CODE);
    expect([command, label, ...outcomeOf(answer.body)]).toEqual(expected);
    expect([command, label, await failuresOf(who)]).toEqual([command, label, 0]);
  }
  const { body } = await send(otp ? unspentCode(who) : undefined);
  expect([command, label, ...outcomeOf(body)], SHARE).toEqual(expected);
  if (!isRefused) codes.delete(who);
  const { type } = body;
  expect([command, label, type]).toEqual([
    command,
    label,
    isRefused
      ? body.code === 200
        ? 'warning'
        : 'error'
      : expected.at(-1) === 'waits'
        ? 'warning'
        : 'success',
  ]);
}

/** Takes all that the merchant has available. */
async function drain(merchantId: string): Promise<() => Promise<void>> {
  const { pool } = walk.server.database;
  const { available = '0' } = await balancesOf(pool, merchantId);
  if (available === '0' || available.startsWith('-')) return async () => undefined;
  await fund(pool, merchantId, `-${available}`);
  return () => fund(pool, merchantId, available);
}

/** What is around a row while it is tried; answers its undo. */
const SURROUNDINGS: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  'nothing available': () => drain(walk.world.merchantId),
  async 'a frozen merchant'() {
    const { merchantId } = walk.world;
    await walk.sql('update merchant set status = 3 where id = $1', [merchantId]);
    return async () => void (await walk.sql('update merchant set status = 1 where id = $1', [merchantId]));
  },
};

const actions = [...resources.values()]
  .flatMap(({ id, actions: own }) => Object.keys(own).map((name) => [`${id}/${name}`, id, name] as const))
  .filter(([command]) => !(command in KEYED));

const coded = actions.filter(([, resource, name]) => resources.get(resource)!.actions[name]!.otp === true);
it.each(coded)('%s asks for a missing code, and counts none', async (command, resource, name) => {
  const { who = walk.maker, ids, input } = await CASES[resource]![name]!(walk);
  for (const code of [undefined, '']) {
    const body = { ...(ids && { ids }), input: { ...input, ...(code !== undefined && { otp: code }) } };
    const answer = await who.client.ask(command, body, { 'Idempotency-Key': randomUUID() });
    expect(answer.body.message).toEqual({ otp: ['Please enter OTP!'] });
  }
  expect(await failuresOf(who)).toBe(0);
});

/** Inputs and rows in other states; the cases themselves are all tried in each run. */
let tries = 0;
const inShare = (): boolean => isWalked((tries += 1), 2);

it.each(actions)('%s and its dry run agree', async (command, resource, name) => {
  const make = async (): Promise<Try> => {
    // Its own commands may spend codes, after which no earlier one counts.
    codes.clear();
    // A command has one rule at most.
    await walk.sql('delete from approval_rule where id <> all($1::bigint[])', [flows]);
    return { label: 'a case', who: walk.maker, ...(await CASES[resource]![name]!(walk)) };
  };
  const { input: fields = {} } = resources.get(resource)!.actions[name]!;
  const base = await make();
  const other = base.who === walk.maker ? walk.checker : walk.maker;
  for (const each of inputTries(fields, base)) if (inShare()) await same(command, each);
  await same(command, { ...base, label: 'by another person', who: other });
  await same(command, { ...base, label: 'again' });
  for (const [label, change] of Object.entries(SURROUNDINGS)) {
    const fresh = await make();
    const undo = await change();
    try {
      await same(command, { ...fresh, label });
    } finally {
      await undo();
    }
  }
  if (base.ids)
    for (const id of await rowsInStates(resource))
      if (inShare()) await same(command, { ...base, label: `row ${id}`, ids: [id] });
  await same(command, await make());
});
