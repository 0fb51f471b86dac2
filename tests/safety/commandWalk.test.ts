import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { resources } from '../../contract/resources/index.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { KEYED } from '../api/keyedCases.ts';
import { subjects } from './ledgerWorld.ts';
import { CASES } from './walkCases.ts';
import { walkWorld, type WalkWorld } from './walkWorld.ts';
import { type Write, writesOf } from './walkWrites.ts';

/** Each command of each resource is done once by the real server, and every invariant is asked after it. */

let walk: WalkWorld;
/** Faults of commands before, which name those. */
const known = new Set<string>();
let began: Date;

async function newFaults(): Promise<string[]> {
  const found = subjects(await checkInvariants(walk.server.database.owner));
  const fresh = found.filter((fault) => !known.has(fault));
  for (const fault of fresh) known.add(fault);
  return fresh;
}

beforeAll(async () => {
  began = new Date();
  walk = await walkWorld();
  expect(await newFaults()).toEqual([]);
});
afterAll(() => walk?.server.stop());

const RENEW_MS = 3 * 60_000;
let renewedAt = 0;

/** Each code moves the clock on by half a minute, and a token lives for ten. */
beforeEach(async () => {
  const now = walk.server.clock.now().getTime();
  if (now - renewedAt < RENEW_MS) return;
  renewedAt = now;
  for (const client of [walk.admin, walk.maker.client, walk.checker.client]) {
    const { headers } = await client.ask(`sysAuth/refreshToken?accessToken=${client.token}`);
    client.token = headers.get('access-token') ?? '';
    client.refresh = headers.get('x-access-token') ?? '';
  }
});

const writes = [...resources.values()].flatMap(writesOf);
/** Actions that are served by routes of their own are sent as those are. */
const actions = [...resources.values()]
  .flatMap(({ id, actions }) => Object.keys(actions).map((name) => [`${id}/${name}`, id, name] as const))
  .filter(([command]) => !(command in KEYED));

it('has a case of each action, and of no other', () => {
  const cases = Object.entries(CASES).flatMap(([id, of]) => Object.keys(of).map((name) => `${id}/${name}`));
  expect(cases.sort()).toEqual(actions.map(([command]) => command).sort());
});

it.each(writes)('%s breaks no invariant', async (_, write: Write) => {
  await write(walk);
  expect(await newFaults()).toEqual([]);
});

it.each(actions)('%s breaks no invariant', async (command, resource, name) => {
  const { who = walk.maker, ids, input } = await CASES[resource]![name]!(walk);
  const coded = resources.get(resource)!.actions[name]!.otp ? { otp: who.phone.code() } : {};
  const typed = { ...input, ...coded };
  const body = { ...(ids && { ids }), ...(Object.keys(typed).length > 0 && { input: typed }) };
  const { done, refused } = await who.client.command<ActionResult>(command, body);
  expect(refused).toEqual([]);
  expect(done).toHaveLength(ids?.length ?? 1);
  expect(await newFaults()).toEqual([]);
});

describe('a route of its own', () => {
  it.each(Object.entries(KEYED))('%s breaks no invariant', async (command, make) => {
    const { who, body, send } = await make(walk);
    const headers = { 'Idempotency-Key': randomUUID() };
    const answer = send ? await send(body, headers) : await who.ask(command, body, headers);
    expect([answer.body.code, answer.body.message]).toEqual([200, expect.anything()]);
    expect(await newFaults()).toEqual([]);
  });
});

it('the nightly round over all that they changed finds no fault either', async () => {
  const faults = await checkInvariants(walk.server.database.owner, { since: began, daily: true });
  expect(subjects(faults)).toEqual([]);
});
