import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionRequest, ActionResult, RowsResult } from '../../contract/calls.ts';
import { dropExpiredDryRuns } from '../../server/engine/dryRunRows.ts';
import { readToken, signToken } from '../../server/engine/dryRunToken.ts';
import { lookAtCommand } from '../support/bulk.ts';
import { type Client, client } from '../support/client.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { startTwoServers, type TwoServers } from './twoServers.ts';
import { openOrder } from './world.ts';

/** A command on all of a filter acts on the rows that its dry run showed, on whichever server the one and the other are. */

const CLAIM = 'collectOrder/claim';
const ROWS = 4;

let two: TwoServers;
/** One session at both servers. */
let at: [Client, Client];

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await two.database.pool.query(text, values)).rows as T[];
const setPayer = (id: string, payer: string) =>
  sql('update collect_order set payer_id = $2 where id = $1', [id, payer]);
const claimed = async (ids: readonly string[]) =>
  (
    await sql<{ id: string }>(
      'select id::text from collect_order where id = any($1::bigint[]) and claimed_by is not null order by id',
      [ids],
    )
  ).map(({ id }) => id);
const kept = (account = two.people[0]!.account) =>
  sql<{ id: string }>(
    'select d.id::text from dry_run d join sys_user u on u.id = d.user_id where u.account = $1 order by d.id',
    [account],
  );
const codeOf = async (who: Client, body: ActionRequest) =>
  (await who.ask(CLAIM, body, { 'Idempotency-Key': randomUUID() })).body.extras?.errorCode;

beforeAll(async () => {
  two = await startTwoServers();
  const first = await two.signIn(two.servers[0], two.people[0]!);
  at = [first, client(two.servers[1].base, first.token, first.refresh)];
});
afterAll(() => two?.stop());

interface Scene {
  /** Match the filter, oldest first. */
  seen: string[];
  /** Older than all of them, of another payer. */
  other: string;
  all: Record<string, unknown>;
}

async function scene(): Promise<Scene> {
  const payer = randomUUID();
  const other = await openOrder(two.database.pool, two.world);
  const seen: string[] = [];
  for (let made = 0; made < ROWS; made += 1) seen.push(await openOrder(two.database.pool, two.world));
  for (const id of seen) await setPayer(id, payer);
  return { seen, other, all: { payerId: payer } };
}

/** One row leaves the filter, one joins it that existed before. */
async function move({ seen, other, all }: Scene): Promise<void> {
  await setPayer(seen[0]!, 'elsewhere');
  await setPayer(other, String(all.payerId));
}

describe('the rows shown', () => {
  it('are those of the command on the other server, whatever its snapshot of the same name holds', async () => {
    const now = await scene();
    const { all, seen, other } = now;
    const { snapshot } = await at[0].call<RowsResult>('collectOrder/rows', { ...all, start: 0, end: 10 });
    const body = await lookAtCommand(at[0], CLAIM, { all, snapshot });
    await move(now);
    const there = await at[1].call<RowsResult>('collectOrder/rows', { ...all, snapshot, start: 0, end: 10 });
    expect(there.snapshot).toBe(snapshot);
    expect(there.items.map(({ id }) => id)).toContain(other);
    const { done, refused } = await at[1].command<ActionResult>(CLAIM, body);
    expect([[...done].sort(), refused]).toEqual([seen, []]);
    expect(await claimed([...seen, other])).toEqual(seen);
  });

  it('stay the rows of a further dry run with something typed, without those left out', async () => {
    const now = await scene();
    const { all, seen, other } = now;
    const except = [seen[3]!];
    const first = await lookAtCommand(at[0], CLAIM, { all, except });
    await move(now);
    const again = await lookAtCommand(at[1], CLAIM, { ...first, input: {} });
    expect(await codeOf(at[0], { ...again, token: first.token! })).toBe('dryRunRequired');
    const { done } = await at[1].command<ActionResult>(CLAIM, again);
    expect([...done].sort()).toEqual(seen.slice(0, 3));
    expect(await claimed([...seen, other])).toEqual(seen.slice(0, 3));
  });

  it('make a command sent again after one more look at them the same command', async () => {
    const { all, seen } = await scene();
    const key = randomUUID();
    const first = await lookAtCommand(at[0], CLAIM, { all });
    const again = await lookAtCommand(at[1], CLAIM, first);
    expect(again.token).not.toBe(first.token);
    const answer = await at[0].command<ActionResult>(CLAIM, first, key);
    expect([...answer.done].sort()).toEqual(seen);
    expect(await at[1].command<ActionResult>(CLAIM, again, key)).toEqual(answer);
  });

  it('outlive the server that showed them', async () => {
    const [one, next] = [await scene(), await scene()];
    const bodies = [
      await lookAtCommand(at[0], CLAIM, { all: one.all }),
      await lookAtCommand(at[0], CLAIM, { all: next.all }),
    ];
    await two.servers[0].kill();
    await move(one);
    await move(next);
    const { done } = await at[1].command<ActionResult>(CLAIM, bodies[0]!);
    expect([...done].sort()).toEqual(one.seen);
    two.servers[0] = await two.start(0);
    at[0] = client(two.servers[0].base, at[1].token, at[1].refresh);
    const later = await at[0].command<ActionResult>(CLAIM, bodies[1]!);
    expect([...later.done].sort()).toEqual(next.seen);
    expect(await claimed([one.other, next.other])).toEqual([]);
  });
});

describe('a token', () => {
  it('is good for its person, its command and its time', async () => {
    const { all, seen } = await scene();
    const body = await lookAtCommand(at[0], CLAIM, { all });
    const token = readToken(SECRETS_KEY, body.token!)!;
    expect(await codeOf(at[1], { all })).toBe('dryRunRequired');
    const expired = signToken(SECRETS_KEY, { ...token, until: Date.now() - 1 });
    expect(await codeOf(at[1], { ...body, token: expired })).toBe('dryRunRequired');
    expect(await codeOf(at[1], { ...body, token: signToken('another key', token) })).toBe('dryRunRequired');
    expect(await codeOf(at[1], { ...body, except: [seen[0]!] })).toBe('dryRunRequired');
    expect(await codeOf(at[1], { ...body, all: { ...all, settled: false } })).toBe('dryRunRequired');
    const unclaim = await at[1].ask('collectOrder/unclaim', body, { 'Idempotency-Key': randomUUID() });
    expect(unclaim.body.extras?.errorCode).toBe('dryRunRequired');
    const stranger = await two.signIn(two.servers[1], two.people[1]!);
    expect(await codeOf(stranger, body)).toBe('dryRunRequired');
    // Rows are the person's own even where a token says otherwise.
    const theirs = await lookAtCommand(stranger, CLAIM, { all });
    const { hash } = readToken(SECRETS_KEY, theirs.token!)!;
    expect(await codeOf(stranger, { ...body, token: signToken(SECRETS_KEY, { ...token, hash }) })).toBe(
      'snapshotGone',
    );
    expect(await claimed(seen)).toEqual([]);
  });

  it('is worth nothing once its rows are swept or others were shown', async () => {
    const now = await scene();
    const { all, seen, other } = now;
    const first = await lookAtCommand(at[0], CLAIM, { all });
    await move(now);
    const second = await lookAtCommand(at[1], CLAIM, { all });
    expect(await codeOf(at[0], first)).toBe('snapshotGone');
    await sql("update dry_run set expires_at = now() - interval '1 s'");
    await dropExpiredDryRuns(two.database.pool);
    expect(await sql('select from dry_run')).toEqual([]);
    expect(await codeOf(at[0], second)).toBe('snapshotGone');
    expect(await claimed([...seen, other])).toEqual([]);
  });
});

it('keeps little of one person: the same look once, of others the latest', async () => {
  await sql('delete from dry_run');
  const { all, seen } = await scene();
  const first = await lookAtCommand(at[0], CLAIM, { all });
  const [{ id } = { id: '' }] = await kept();
  // Shown again as they were: what was shown before is still good.
  for (const who of at) await lookAtCommand(who, CLAIM, { all });
  expect(await kept()).toEqual([{ id }]);
  const stranger = await two.signIn(two.servers[1], two.people[1]!);
  await lookAtCommand(stranger, CLAIM, { all });
  const looks = Array.from({ length: 12 }, (_, n) =>
    lookAtCommand(at[n % 2]!, CLAIM, { all: { ...all, amount: { from: String(n), to: '1000' } } }),
  );
  const last = (await Promise.all(looks)).at(-1)!;
  expect(await kept()).not.toContainEqual({ id });
  expect(await codeOf(at[0], first)).toBe('snapshotGone');
  const newest = await lookAtCommand(at[0], CLAIM, { all: last.all! });
  expect((await kept()).length).toBeLessThanOrEqual(8);
  expect(await kept(two.people[1]!.account)).toHaveLength(1);
  const { done } = await at[1].command<ActionResult>(CLAIM, newest);
  expect([...done].sort()).toEqual(seen);
});
