import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { booksOf } from '../../contract/permissions.ts';
import { resources } from '../../contract/resources/index.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { KEYED } from '../api/keyedCases.ts';
import { recordStatements } from '../support/statementRecorder.ts';
import { subjects } from './ledgerWorld.ts';
import { type MoneyEffect, MoneyWatch } from './moneyEffects.ts';
import type { Permission } from '../../server/platform/http/route.ts';
import type { Answer } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import { WALKS_ALL } from '../support/share.ts';
import { findLockFaults, readLockRanks } from './lockOrder.ts';
import { CASES } from './walkCases.ts';
import { renewSessions, type WalkWorld, walkWorld } from './walkWorld.ts';
import { type Write, writesOf } from './walkWrites.ts';
import { openWithdrawals } from './withdrawalWorld.ts';

/**
 * Each command of each resource is done once by the real server. Every invariant is asked after each that touched money or
 * its terms, and after a few of the others together. What it did to money is compared with what its definition says of it.
 */

let walk: WalkWorld;
let watch: MoneyWatch;
const permissions = new Map<string, Permission | undefined>();
const recording = recordStatements();
/** Faults of commands before, which name those. */
const known = new Set<string>();
let began: Date;

async function newFaults(): Promise<string[]> {
  const found = subjects(await checkInvariants(walk.server.database.owner));
  const fresh = found.filter((fault) => !known.has(fault));
  for (const fault of fresh) known.add(fault);
  return fresh;
}

/** Commands that left money and its terms alone are checked by so many; `npm run soak:walks` checks each. */
const TOGETHER = WALKS_ALL ? 1 : 12;
let unchecked: string[] = [];

/** New faults after a command, with those that went before it unchecked. */
async function faultsAfter(command: string, { posted, terms }: MoneyEffect): Promise<string[]> {
  unchecked.push(command);
  if (!posted && terms.length === 0 && unchecked.length < TOGETHER) return [];
  const since = unchecked;
  unchecked = [];
  return (await newFaults()).map((fault) => `${fault} after ${since.join(', ')}`);
}

/** What a command did that its definition does not say: it is read by grants, menus and the gate of the server. */
function unsaidOf(code: string, { posted, accounts, terms }: MoneyEffect): string[] {
  const books = booksOf(code);
  // The other command is one of those that are walked.
  if (books === 'platform' || books === 'delegated') return [];
  // Who of its merchants may trade is a tenant's own; the terms of whoever does stay.
  const changed = terms.filter((term) => books !== 'tenant' || term !== 'merchant.status');
  const beyond = [
    ...accounts.map((account) => `posts to ${account}`),
    ...changed.map((term) => `changes ${term}`),
  ];
  return books === undefined && posted ? ['posts', ...beyond] : beyond;
}

const codesOfRoute = (url: string): readonly string[] => {
  const permission = permissions.get(`/api/${url}`);
  return permission && typeof permission === 'object' && 'anyOf' in permission ? permission.anyOf : [];
};

beforeAll(async () => {
  began = new Date();
  const [made, routes] = await declaredRoutes(walkWorld);
  walk = made;
  for (const { url, config } of routes) permissions.set(url, config?.permission);
  const { pool, owner } = walk.server.database;
  await openWithdrawals(pool);
  watch = await MoneyWatch.open(pool, owner, walk.world);
  // Added once more by the walk, and a second is refused.
  await walk.sql('delete from withdrawal_term');
  expect(await newFaults()).toEqual([]);
});
afterAll(async () => {
  recording.stop();
  await walk?.server.stop();
});

beforeEach(() => renewSessions(walk));

const writes = [...resources.values()].flatMap(writesOf);
/** Actions that are served by routes of their own are sent as those are. */
const actions = [...resources.values()]
  .flatMap(({ id, actions }) => Object.keys(actions).map((name) => [`${id}/${name}`, id, name] as const))
  .filter(([command]) => !(command in KEYED));

it('has a case of each action, and of no other', () => {
  const cases = Object.entries(CASES).flatMap(([id, of]) => Object.keys(of).map((name) => `${id}/${name}`));
  expect(cases.sort()).toEqual(actions.map(([command]) => command).sort());
});

it('reads what terms are computed from out of the product itself', () => {
  const tables = [...watch.columns.keys()].sort();
  expect(tables).toEqual(expect.arrayContaining(['approval_rule', 'channel_binding', 'extension_rate']));
  expect(tables).toEqual(expect.arrayContaining(['channel', 'upstream', 'withdrawal_term']));
  expect(watch.columns.get('merchant')).toContain('agent_id');
});

it.each(writes)('%s breaks no invariant and says whose money it is about', async (command, write: Write) => {
  const effect = await watch.effectOf(() => write(walk));
  expect(unsaidOf(command.replace('/', ':'), effect)).toEqual([]);
  expect(await faultsAfter(command, effect)).toEqual([]);
});

it.each(actions)(
  '%s breaks no invariant and says whose money it is about',
  async (command, resource, name) => {
    const { who = walk.maker, ids, input } = await CASES[resource]![name]!(walk);
    const coded = resources.get(resource)!.actions[name]!.otp ? { otp: who.phone.code() } : {};
    const typed = { ...input, ...coded };
    const body = { ...(ids && { ids }), ...(Object.keys(typed).length > 0 && { input: typed }) };
    let answer: ActionResult | undefined;
    const effect = await watch.effectOf(async () => {
      answer = await who.client.command<ActionResult>(command, body);
    });
    expect(answer).toMatchObject({ refused: [] });
    expect(answer!.done).toHaveLength(ids?.length ?? 1);
    expect(unsaidOf(`${resource}:${name}`, effect)).toEqual([]);
    expect(await faultsAfter(command, effect)).toEqual([]);
  },
);

describe('a route of its own', () => {
  it.each(Object.entries(KEYED))(
    '%s breaks no invariant and says whose money it is about',
    async (command, make) => {
      const { who, body, send } = await make(walk);
      const headers = { 'Idempotency-Key': randomUUID() };
      let answer: Answer | undefined;
      const effect = await watch.effectOf(async () => {
        answer = send ? await send(body, headers) : await who.ask(command, body, headers);
      });
      expect([answer!.body.code, answer!.body.message]).toEqual([200, expect.anything()]);
      const unsaid = codesOfRoute(command).flatMap((code) => unsaidOf(code, effect));
      if (effect.posted || effect.terms.length > 0) expect(codesOfRoute(command)).not.toEqual([]);
      expect(unsaid).toEqual([]);
      expect(await faultsAfter(command, effect)).toEqual([]);
    },
  );
});

it('the check of everything and the nightly round over all that they changed find no fault either', async () => {
  expect(await newFaults(), `after ${unchecked.join(', ')}`).toEqual([]);
  const faults = await checkInvariants(walk.server.database.owner, { since: began, daily: true });
  expect(subjects(faults)).toEqual([]);
});

it('each of them locked accounts in one order, and beside them only rows of its own', async () => {
  const ranks = await readLockRanks(walk.server.database.owner);
  const { transactions } = recording;
  expect(transactions.some((one) => one.some(({ text }) => text.includes('for update of a')))).toBe(true);
  expect(transactions.flatMap((one) => findLockFaults(one, ranks))).toEqual([]);
});
