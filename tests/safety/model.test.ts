import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants, type Fault } from '../../server/ledger/invariants/check.ts';
import { freshDatabase } from '../support/database.ts';
import { Sequence, type Tally } from './model.ts';
import { ALL_KINDS, commands, LENGTH } from './modelCommands.ts';
import { openCheck, sequenceFaults } from './sequenceFaults.ts';
import { openWithdrawals } from './withdrawalWorld.ts';
import { makeWorld, paidOrder } from './world.ts';

/**
 * A failure prints its seed and path: `MODEL_SEED=… MODEL_PATH=… npm run soak:model` runs that sequence again.
 * `npm run soak:model` without them is the longer campaign.
 */
const { MODEL_SEQUENCES, MODEL_SEED, MODEL_PATH: path } = process.env;
const SEQUENCES = Number(MODEL_SEQUENCES ?? 48);
/** Run in addition, up to this number of times, while a kind of command was never accepted: the rarest are one in 50. */
const FURTHER = { sequences: 20, times: 20 };
const seed = Number(MODEL_SEED ?? Math.trunc(Math.random() * 2 ** 31));
/** Sequences at a time, each with merchants of its own: while one waits for the database another reckons. */
const LANES = path === undefined ? 4 : 1;

const database = await freshDatabase();
const { pool: server } = database;
beforeAll(() => openWithdrawals(server));
afterAll(() => database.drop());

it(`agrees with the oracle over ${SEQUENCES} sequences of ${LENGTH} commands, every invariant holding after each`, {
  timeout: Math.max(600_000, SEQUENCES * 2_000),
}, async () => {
  const tally: Tally = new Map();
  let failed: number | undefined;
  const lane = async (at: number, numRuns: number, laneSeed: number): Promise<void> => {
    const check = await openCheck(server);
    const holds = fc.asyncProperty(commands, async (list) => {
      // Another lane looks for its shortest failure; it need not wait for this one.
      if (failed !== undefined && failed !== at) return;
      try {
        const start = new Date();
        const sequence = await Sequence.start(server, tally);
        await sequence.run(list);
        expect(await sequenceFaults(check, sequence.merchants, start)).toEqual([]);
      } catch (error) {
        failed ??= at;
        throw error;
      }
    });
    const replayed = path === undefined ? { numRuns } : { path, endOnFailure: true };
    await fc.assert(holds, { seed: laneSeed, ...replayed }).finally(() => check.release(true));
  };
  const campaign = async (sequences: number, from: number): Promise<void> => {
    const lanes = Array.from({ length: LANES }, (_, at) =>
      lane(at, Math.ceil((sequences - at) / LANES), from + at),
    );
    for (const end of await Promise.allSettled(lanes)) if (end.status === 'rejected') throw end.reason;
  };
  await campaign(SEQUENCES, seed);
  const undone = () => ALL_KINDS.filter((kind) => (tally.get(kind) ?? 0) === 0);
  const times = path === undefined ? FURTHER.times : 0;
  for (let more = 1; undone().length > 0 && more <= times; more += 1)
    await campaign(FURTHER.sequences, seed + more * LANES);
  expect(await checkInvariants(server)).toEqual([]);
  // A model whose commands are all refused agrees with everything.
  if (path === undefined) expect(undone()).toEqual([]);
});

/** Faults in rows that the check of one sequence reaches by its merchants, its orders and its entries. */
const FAULTS = [
  'update merchant_asset set pending = pending + 1 where merchant_id = $1',
  'update collect_order set status = 4 where merchant_id = $1',
  `update platform_posting set amount = amount + 1
   where entry_id in (select entry_id from fund_detail where merchant_id = $1)`,
];

it('names for one sequence what the check of everything names', async () => {
  const start = new Date();
  const world = await makeWorld(server);
  await paidOrder(server, world);
  const check = await openCheck(server);
  const textsOf = (faults: readonly Fault[]) =>
    faults.map(({ invariant, subject, problem }) => `${invariant} ${subject} ${problem}`).sort();
  const mine = async () => textsOf(await sequenceFaults(check, [world.merchantId], start));
  try {
    expect(await mine()).toEqual([]);
    for (const plant of FAULTS) await database.owner.query(plant, [world.merchantId]);
    const all = textsOf(await checkInvariants(server));
    // The sum over everything is the sum over the entries, each of which is asked.
    expect(await mine()).toEqual(all.filter((fault) => !fault.startsWith('I01')));
    expect(all.map((fault) => fault.slice(0, 3))).toEqual(expect.arrayContaining(['I02', 'I03', 'I12']));
  } finally {
    check.release(true);
  }
});
