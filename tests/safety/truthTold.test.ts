import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { type BankWorld, makeBankWorld } from '../api/bankWorld.ts';
import { HANGS_MS } from '../support/patience.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Cast, happening, setting, TruthWorld } from './truthWorld.ts';
import { hand } from './withdrawalWorld.ts';

/**
 * Whatever people mistype and mismatch on the way: once upstream and bank have reported everything, no payment is twice
 * in the books and none is missing, unless somebody is asked to look at it. `npm run soak:truth` is the longer campaign.
 */
const { TRUTH_SEQUENCES, TRUTH_SEED, TRUTH_PATH: path } = process.env;
const SEQUENCES = Number(TRUTH_SEQUENCES ?? 25);
const seed = Number(TRUTH_SEED ?? Math.trunc(Math.random() * 2 ** 31));

const ORDERS = ['settle', 'forceConfirm', 'correctReference', 'repairProof'].map(
  (verb) => `collectOrder:${verb}`,
);
const BANK = ['bankBatch:upload', 'bankBill:match', 'bankBill:unmatch'];

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Sequences between two signings in. */
const SITTING = 3;

async function signedIn(world: BankWorld): Promise<Cast> {
  const person = await hand(server, world, [...ORDERS, ...BANK]);
  return { server, world: { ...world, finance: person.client }, person };
}

it(`leaves no payment twice in silence over ${SEQUENCES} sequences`, {
  timeout: Math.max(HANGS_MS, SEQUENCES * 4_000),
}, async () => {
  const world = await makeBankWorld(server);
  let kept: Promise<Cast>;
  let asked = 0;
  /** Codes move the clock on, past the sessions of those who gave them; who signs in too often is refused. */
  const cast = (): Promise<Cast> => {
    if (asked++ % SITTING === 0) kept = signedIn(world);
    return kept;
  };
  const holds = fc.asyncProperty(
    setting,
    fc.array(happening, { minLength: 3, maxLength: 12 }),
    async (given, happenings) => {
      const truth = new TruthWorld(await cast(), given);
      await truth.open();
      for (const each of happenings) await truth.happen(each);
      await truth.tellAll();
      const { booked, came, looksAt } = await truth.books();
      if (booked !== came) expect({ booked, came, looksAt }).not.toMatchObject({ looksAt: 0 });
      expect(booked).toBeGreaterThanOrEqual(came);
      expect(await truth.unreviewedConflicts()).toEqual([]);
    },
  );
  await fc.assert(holds, {
    seed,
    ...(path === undefined ? { numRuns: SEQUENCES } : { path, endOnFailure: true }),
  });
  expect(await checkInvariants(server.database.pool)).toEqual([]);
});
