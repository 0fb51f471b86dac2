import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { checkInvariants } from '../../server/invariants/check.ts';
import { freshDatabase } from '../support/database.ts';
import { commands, Sequence } from './model.ts';

const database = await freshDatabase();
const { pool: server } = database;
afterAll(() => database.drop());

/** Sequences of about 60 commands; `npm run soak:ledger` runs 500. */
const SEQUENCES = Number(process.env.LEDGER_SEQUENCES ?? 140);

it(`agrees with the oracle over ${SEQUENCES} sequences of commands, every invariant holding after each`, {
  timeout: Math.max(120_000, SEQUENCES * 5_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const start = new Date(Date.now() - 5_000);
      const sequence = await Sequence.start(server);
      await sequence.run(list);
      expect(await checkInvariants(server, { since: start })).toEqual([]);
    }),
    { numRuns: SEQUENCES },
  );
  expect(await checkInvariants(server)).toEqual([]);
});
