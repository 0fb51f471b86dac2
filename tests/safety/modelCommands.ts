import fc from 'fast-check';
import type { Pool } from 'pg';
import { amountText } from '../../contract/money.ts';
import { Refused } from '../../server/platform/http/refused.ts';
import type { PayoutWorld } from './payoutWorld.ts';

export const COLLECT_KINDS = [
  'submit',
  'fail',
  'expire',
  'cancel',
  'overrule',
  'pay',
  'settle',
  'reverse',
  'claim',
  'unclaim',
  'forceConfirm',
  'resettle',
] as const;
export const PAYOUT_KINDS = [
  'payoutApprove',
  'payoutDeny',
  'payoutCancel',
  'payoutOverrule',
  'payoutSubmit',
  'payoutAnswer',
  'payoutForceConfirm',
  'payoutConfirmFailed',
  'payoutReturned',
] as const;
export const REQUEST_KINDS = [
  'withdrawRate',
  'withdrawComplete',
  'withdrawRefund',
  'withdrawCancel',
  'approve',
  'reject',
] as const;
const MAKE_KINDS = ['create', 'payout', 'withdraw', 'ask', 'deduct', 'reprice', 'spend'] as const;

export const ALL_KINDS = [...COLLECT_KINDS, ...PAYOUT_KINDS, ...REQUEST_KINDS, ...MAKE_KINDS] as const;
export type Kind = (typeof ALL_KINDS)[number];

export interface Command {
  kind: Kind;
  /** Which of the rows there are, counted round. */
  row: number;
  /** Paise. */
  amount: number;
  lone: boolean;
  user: 1 | 2;
  /** Mostly: a payment is of the exact amount, a rate is within its band, a return gives the fee back. */
  exact: boolean;
  /** Which of few messages or words, so that some come twice. */
  message: number;
  /** Minutes that pass before it. */
  wait: number;
}

const of = (...kinds: Kind[]) => fc.constantFrom(...kinds);

/** Weighted so that most orders are paid and many are settled and reversed, most payouts sent and answered. */
const command = fc.record<Command>({
  kind: fc.oneof(
    { weight: 3, arbitrary: of('create') },
    { weight: 2, arbitrary: of('payout') },
    { weight: 5, arbitrary: of('pay', 'settle', 'reverse') },
    { weight: 4, arbitrary: of('payoutApprove', 'payoutSubmit', 'payoutSubmit', 'payoutAnswer') },
    { weight: 4, arbitrary: of(...COLLECT_KINDS) },
    { weight: 2, arbitrary: of(...PAYOUT_KINDS) },
    { weight: 3, arbitrary: of(...REQUEST_KINDS) },
    { weight: 2, arbitrary: of(...MAKE_KINDS) },
  ),
  row: fc.nat(12),
  amount: fc.integer({ min: 100, max: 1_000_000 }),
  lone: fc.boolean(),
  user: fc.constantFrom(1, 2),
  exact: fc.integer({ min: 0, max: 4 }).map((odd) => odd > 0),
  message: fc.nat(2),
  wait: fc.nat(10),
});

export const LENGTH = 60;
const whole = fc.array(command, { minLength: LENGTH, maxLength: LENGTH, size: 'max' });
const part = fc.array(command, { minLength: 1, maxLength: LENGTH, size: 'max' });

/** Always the full length; a sequence that fails is still cut down to the few commands that matter. */
class FullLength extends fc.Arbitrary<Command[]> {
  override generate(random: fc.Random, bias: number | undefined): fc.Value<Command[]> {
    return whole.generate(random, bias);
  }
  override canShrinkWithoutContext(value: unknown): value is Command[] {
    return part.canShrinkWithoutContext(value);
  }
  override shrink(value: Command[], context: unknown): fc.Stream<fc.Value<Command[]>> {
    return part.shrink(value, context);
  }
}
export const commands = new FullLength();

/** What a command should come to, and the doing of it. */
export type Step = readonly [accepted: boolean, work: () => Promise<boolean>];

/** Where the commands of one sequence meet. */
export interface Scene {
  pool: Pool;
  world: PayoutWorld;
  now(): Date;
  merchantOf(command: Command): string;
  userOf(command: Command): string;
}

export const rupees = (paise: number): string => amountText((paise / 100).toFixed(2));

/** The answer of a command that was done, undefined where it was refused; anything else is a failure of the test. */
export async function tried<T>(work: Promise<T>): Promise<{ made: T } | undefined> {
  try {
    return { made: await work };
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

export const done = async (work: Promise<unknown>): Promise<boolean> => (await tried(work)) !== undefined;

/** The row a command is about; undefined where there is none yet. */
export const pick = (ids: readonly string[], { row }: Command): string | undefined => ids[row % ids.length];
