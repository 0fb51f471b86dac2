import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amountText } from '../../contract/money.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { VERBS } from './attackInput.ts';
import { Attack, AttackingTenant, EVENTS } from './attackWorld.ts';
import { openWithdrawals } from './withdrawalWorld.ts';
import { makeWorld } from './world.ts';

/**
 * A tenant's people, with every button of the product, give any command of any resource in which money is, with plausible
 * input, while payers pay and upstreams answer. What the platform owes to the tenant's merchants, with what its upstreams
 * have paid out for them, never becomes more than what upstreams truly confirmed, at the platform's terms.
 * `npm run soak:model` is the longer campaign; a failure prints its seed.
 */
const SEQUENCES = Number(process.env.ATTACK_SEQUENCES ?? 8);
const LENGTH = 80;
const seed = Number(process.env.MODEL_SEED ?? Math.trunc(Math.random() * 2 ** 31));

let server: TestServer;
let tenant: AttackingTenant;
beforeAll(async () => {
  server = await startServer();
  await openWithdrawals(server.database.pool);
  // The tenant that was there first is the platform.
  await makeWorld(server.database.pool);
  tenant = await AttackingTenant.enter(server);
});
afterAll(() => server?.stop());

const draws = fc.record({
  row: fc.nat(23),
  amount: fc.integer({ min: 10_000, max: 5_000_000 }),
  flag: fc.boolean(),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ event: fc.constantFrom(...EVENTS), draws }) },
  {
    weight: 9,
    arbitrary: fc.record({ verb: fc.nat(VERBS.length - 1), person: fc.constantFrom(0, 1), draws }),
  },
  { weight: 1, arbitrary: fc.record({ statement: fc.constantFrom(0, 1), draws }) },
);

it('owes a tenant never more than what upstreams confirmed, whatever its people do', {
  timeout: Math.max(600_000, SEQUENCES * 60_000),
}, async () => {
  const answers = new Map<string, number>();
  const holds = fc.asyncProperty(
    fc.array(step, { minLength: LENGTH, maxLength: LENGTH, size: 'max' }),
    async (list) => {
      const attack = await Attack.begin(tenant);
      for (const one of list) {
        let name: string;
        if ('event' in one) {
          name = one.event;
          await attack.happen(one.event, one.draws);
        } else if ('statement' in one) {
          name = 'bankBatch/upload';
          await attack.forgeStatement(one.statement, one.draws);
        } else {
          const verb = VERBS[one.verb]!;
          name = `${verb.resource.id}/${verb.name}`;
          const refused = await attack.command(verb, one.person, one.draws);
          const answer = refused ?? 'done';
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
        }
        const exposure = await attack.exposure();
        const beyond = exposure.greaterThan(attack.confirmed);
        expect(
          beyond && { after: name, exposure: amountText(exposure), confirmed: amountText(attack.confirmed) },
        ).toBe(false);
      }
    },
  );
  await fc.assert(holds, { seed, numRuns: SEQUENCES, endOnFailure: true });
  // An attack whose commands are all refused alike tells nothing.
  expect(answers.get('done') ?? 0).toBeGreaterThan(SEQUENCES);
  expect(answers.get('platformBooks') ?? 0).toBeGreaterThan(SEQUENCES);
  expect([...answers.keys()]).not.toContain('unauthenticated');
});
