import type { PoolClient } from 'pg';
import { type Check, type Fault, newCheck } from '../../server/ledger/invariants/ask.ts';
import { checkChanges, type Report, spaceWalks, walkAll } from '../../server/ledger/invariants/check.ts';
import { isWalked } from '../support/share.ts';
import type { Step } from '../../server/ledger/invariants/walk.ts';

type Ask = (tx: PoolClient) => Promise<Fault[]>;

async function collected(tx: PoolClient, work: (check: Check, report: Report) => Promise<void>) {
  const faults: Fault[] = [];
  await work(newCheck(tx, 20_000), async (found) => void faults.push(...found));
  return faults;
}

const whole: Ask = (tx) =>
  collected(tx, async (check, report) => {
    for (const walk of spaceWalks()) await walkAll(check, walk, report);
  });

/** In steps of one row each: every row is at a border. */
const rowByRow: Ask = (tx) =>
  collected(tx, async (check, report) => {
    for (const walk of spaceWalks())
      for (let at: string | undefined = walk.first; at !== undefined; ) {
        const step: Step = await walk.step(check, at, 1);
        await report(step.faults);
        at = step.next;
      }
  });

/** Every kind of check there is, inside the transaction that planted a fault; those of changes since an instant. */
export function checksSince(since: Date) {
  const changes =
    (daily: boolean): Ask =>
    (tx) =>
      collected(tx, (check, report) => checkChanges(check, since, report, daily));
  const others: Readonly<Record<string, Ask>> = {
    'the check of everything': whole,
    'the daily check': changes(true),
  };
  const CHECKS: Readonly<Record<string, Ask>> = {
    ...others,
    'the check of everything, row by row': rowByRow,
  };
  let proofs = 0;
  /** Those that one fault is proven by: row by row, which is a statement for every row there is, in a share of the proofs. */
  const ofProof = () => (isWalked((proofs += 1), 3) ? CHECKS : others);
  return { CHECKS, ofProof, minuteRound: changes(false) };
}
