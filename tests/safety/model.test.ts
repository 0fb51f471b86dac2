import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '../../server/invariants/check.ts';
import { freshDatabase } from '../support/database.ts';
import { Sequence, type Tally } from './model.ts';
import { ALL_KINDS, commands } from './modelCommands.ts';
import { openWithdrawals } from './withdrawalWorld.ts';

const database = await freshDatabase();
const { pool: server } = database;
beforeAll(() => openWithdrawals(server));
afterAll(() => database.drop());

/** Sequences of about 60 commands; `npm run soak:model` runs 500. */
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 80);
const MORE = 20;

it(`agrees with the oracle over ${SEQUENCES} sequences of commands, every invariant holding after each`, {
  timeout: Math.max(120_000, SEQUENCES * 5_000),
}, async () => {
  const tally: Tally = new Map();
  const holds = fc.asyncProperty(commands, async (list) => {
    const start = new Date(Date.now() - 5_000);
    const sequence = await Sequence.start(server, tally);
    await sequence.run(list);
    expect(await checkInvariants(server, { since: start })).toEqual([]);
  });
  await fc.assert(holds, { numRuns: SEQUENCES });
  // A rare command may have found no order it fits: a few more sequences until each did something.
  const idle = () => ALL_KINDS.some((kind) => !tally.get(kind));
  for (let more = 0; more < MORE && idle(); more += 1) await fc.assert(holds, { numRuns: 10 });
  expect(await checkInvariants(server)).toEqual([]);
  // A model whose commands are all refused agrees with everything.
  for (const kind of ALL_KINDS) expect([kind, (tally.get(kind) ?? 0) > 0]).toEqual([kind, true]);
});
