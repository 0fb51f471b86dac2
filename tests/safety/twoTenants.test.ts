import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFor } from '../../contract/permissions.ts';
import { amountText } from '../../contract/money.ts';
import { resources } from '../../contract/resources/index.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Draws, EVERY_VERB, type Verb, VERBS } from './attackInput.ts';
import { AttackingTenant, EVENTS, renew } from './attackWorld.ts';
import { decide, KINDS_OF_TENANT, Side } from './twoTenantsWorld.ts';
import { type Hand, openWithdrawals } from './withdrawalWorld.ts';
import { makeStaff, PASSWORD } from './staff.ts';
import { makeWorld } from './world.ts';
import { bindOtp } from '../support/otp.ts';

/**
 * Two tenants, each with an administrator, a colleague, a merchant's and an agent's people who hold every button of theirs,
 * command and ask about their own rows and about each other's, while payers pay, upstreams answer and the platform's people
 * decide what both file. Nothing of the other changes, no answer tells of the other, and what the platform owes to each grows
 * by what upstreams confirmed and by what the platform itself approved, never more. A failure prints its seed.
 */
const SEQUENCES = Number(process.env.TENANTS_SEQUENCES ?? 2);
const LENGTH = 60;
const seed = Number(process.env.MODEL_SEED ?? Math.trunc(Math.random() * 2 ** 31));

let server: TestServer;
let tenants: readonly [AttackingTenant, AttackingTenant];
let platform: readonly Hand[];
beforeAll(async () => {
  server = await startServer();
  const { pool } = server.database;
  await openWithdrawals(pool);
  // The tenant that was there first is the platform.
  const home = await makeWorld(pool);
  // They see the requests of every tenant.
  platform = await Promise.all(
    (await makeStaff(pool, home, 2)).map(async ({ id, account }) => ({
      id,
      phone: await bindOtp(server, id),
      client: await server.signIn(account, PASSWORD),
    })),
  );
  tenants = [
    await AttackingTenant.enter(server, KINDS_OF_TENANT),
    await AttackingTenant.enter(server, KINDS_OF_TENANT),
  ];
  for (const { people } of tenants)
    await pool.query('update sys_user set account_type = 888 where id = $1', [people[0]!.id]);
});
afterAll(() => server?.stop());

/** Lists that others than the platform read. */
const READABLE = [...resources.values()].filter(({ scope }) => scope !== 'platform');

/** Each code moves the clock on, and a token lives for ten minutes. */
let renewedAt = 0;
async function renewAll(): Promise<void> {
  for (const tenant of tenants) await tenant.renew();
  const now = server.clock.now().getTime();
  if (now - renewedAt < 5 * 60_000) return;
  renewedAt = now;
  for (const { client } of platform) await renew(client);
}

/** Every way to ask a list about rows of the other: what comes tells nothing of them but what was sent. */
async function readAbroad(mine: Side, theirs: Side, by: number, id: string): Promise<void> {
  const { client } = mine.tenant.people[by]!;
  const { merchants } = theirs.attack;
  const row = await theirs.asSeenAbroad.rowFor(resources.get(id)!, by);
  const secrets = await theirs.secrets();
  const named = secrets[by % secrets.length]!;
  const asks: readonly (readonly [string, unknown?])[] = [
    [`${id}/page`, { page: 1, pageSize: 1_000 }],
    [`${id}/rows`, { merchantId: merchants }],
    [`${id}/rows`, { filter: { field: 'id', operator: 'EQ', value: row?.id ?? '1' } }],
    [`${id}/page`, { keyword: named, page: 1, pageSize: 50 }],
    [`${id}/totals`, { filter: { field: 'merchantId', operator: 'EQ', value: merchants[0] } }],
    [`${id}/groups`, { by: ['merchantId'] }],
    [`${id}/options`, { ids: [row?.id ?? '1', ...merchants] }],
    [`${id}/detail?id=${row?.id ?? '1'}`],
    [`find?q=${encodeURIComponent(named)}`],
    [
      'measure/read',
      { measures: ['collectOrder.rows'], where: { currency: ['INR'], merchantId: merchants } },
    ],
  ];
  for (const [path, body] of asks) {
    const answer = await client.ask(path, body);
    const sent = `${path} ${JSON.stringify(body)}`;
    const text = JSON.stringify(answer.body);
    const leaks = secrets.filter((secret) => text.includes(secret) && !sent.includes(secret));
    if (row && text.includes(`"id":"${row.id}"`)) leaks.push(row.id);
    expect([path, by, leaks]).toEqual([path, by, []]);
  }
}

const draws = fc.record<Draws>({
  row: fc.nat(23),
  amount: fc.integer({ min: 10_000, max: 5_000_000 }),
  flag: fc.boolean(),
});
/** The verbs of each kind of people: what is for others is refused at the door. */
const verbsOf = (list: readonly Verb[]) =>
  KINDS_OF_TENANT.map((kind) => list.filter(({ resource, name }) => isFor(`${resource.id}:${name}`, kind)));
const OWN = verbsOf(VERBS);
const FOREIGN = verbsOf(EVERY_VERB);
/** What tenants ask the platform for. */
const FILINGS = verbsOf(
  VERBS.filter(({ resource, name }) =>
    [
      'adjustment/add',
      'manualOrder/add',
      'manualOrder/submit',
      'rechargeOrder/add',
      'rechargeOrder/submit',
      'withdrawal/apply',
      'merchant/adjust',
      'payOrder/approve',
      'collectOrder/settle',
    ].includes(`${resource.id}/${name}`),
  ),
);
const of = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

const side = fc.constantFrom(0, 1);
const person = fc.constantFrom(0, 1, 2, 3);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ side, draws, event: fc.constantFrom(...EVENTS) }) },
  { weight: 5, arbitrary: fc.record({ side, draws, person, own: fc.nat(), filed: fc.constant(OWN) }) },
  { weight: 8, arbitrary: fc.record({ side, draws, person, own: fc.nat(), filed: fc.constant(FILINGS) }) },
  { weight: 8, arbitrary: fc.record({ side, draws, person, foreign: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ side, draws, person, read: fc.nat(READABLE.length - 1) }) },
  { weight: 7, arbitrary: fc.record({ side, draws, decision: fc.constant(true) }) },
);

it(`two tenants are strangers to each other, seed ${seed}`, {
  timeout: Math.max(600_000, SEQUENCES * 60_000),
}, async () => {
  const outcomes = new Map<string, number>();
  const note = (what: string) => void outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  const holds = fc.asyncProperty(
    fc.array(step, { minLength: LENGTH, maxLength: LENGTH, size: 'max' }),
    async (list) => {
      const sides = [await Side.begin(tenants[0]), await Side.begin(tenants[1])] as const;
      for (const one of list) {
        const [mine, theirs] = [sides[one.side]!, sides[1 - one.side]!];
        await renewAll();
        let name: string;
        if ('event' in one) {
          name = one.event;
          await mine.attack.happen(one.event, one.draws);
        } else if ('own' in one) {
          const verb = of(one.filed[one.person]!, one.own);
          name = `${verb.resource.id}/${verb.name} by ${KINDS_OF_TENANT[one.person]}`;
          note(`own ${name} ${(await mine.attack.command(verb, one.person, one.draws)) ?? 'done'}`);
        } else if ('foreign' in one) {
          const verb = of(FOREIGN[one.person]!, one.foreign);
          name = `${verb.resource.id}/${verb.name} of the other's by ${one.person}`;
          const before = await theirs.digest();
          const answer = await mine.attack.send(verb, one.person, one.draws, theirs.asSeenAbroad);
          expect([name, await theirs.digest()]).toEqual([name, before]);
          note(
            `foreign ${name} ${answer.body.extras?.errorCode ?? answer.body.result?.refused?.[0]?.code ?? 'done'}`,
          );
        } else if ('read' in one) {
          name = `read ${READABLE[one.read]!.id} by ${one.person}`;
          await readAbroad(mine, theirs, one.person, READABLE[one.read]!.id);
        } else {
          name = 'a decision';
          const before = await mine.attack.exposure();
          const decided = await decide(server, platform, mine, one.draws);
          if (decided) {
            name = decided.name;
            const grown = (await mine.attack.exposure()).minus(before);
            note(`decided ${decided.name}: ${decided.outcome}`);
            if (grown.isPositive()) {
              expect([decided.name, grown.greaterThan(decided.allowed) && amountText(grown)]).toEqual([
                decided.name,
                false,
              ]);
              mine.attack.confirmed = mine.attack.confirmed.plus(grown).plus(decided.share);
            }
          }
        }
        for (const each of sides) {
          const exposure = await each.attack.exposure();
          expect(
            exposure.greaterThan(each.attack.confirmed) && {
              after: name,
              exposure: amountText(exposure),
              confirmed: amountText(each.attack.confirmed),
            },
          ).toBe(false);
        }
      }
    },
  );
  await fc.assert(holds, { seed, numRuns: SEQUENCES, endOnFailure: true });
  const countOf = (pattern: RegExp) =>
    [...outcomes].reduce((sum, [key, count]) => sum + (pattern.test(key) ? count : 0), 0);
  // Where all are refused alike, nothing is shown.
  expect(countOf(/^own .* done$/)).toBeGreaterThan(SEQUENCES);
  expect(countOf(/^decided .* done$/)).toBeGreaterThan(0);
  expect(countOf(/ unauthenticated$/)).toBe(0);
});
