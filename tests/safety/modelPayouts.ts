import { amountText, feeOf } from '../../contract/money.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { applyPayoutAnswer } from '../../server/domain/upstreams/payoutOutcome.ts';
import { actOn } from './direct.ts';
import {
  type Command,
  done,
  type PAYOUT_KINDS,
  rupees,
  type Scene,
  type Step,
  tried,
} from './modelCommands.ts';
import type { OraclePayouts } from './oraclePayouts.ts';
import { openPayout, upstreamAnswer, submitted } from './payoutWorld.ts';
import { utr } from './world.ts';

type Kind = (typeof PAYOUT_KINDS)[number];
/** Rupees above which a second person decides. */
export const ASKS_ABOVE = 3_000;
const LEAST = 10;
const WORDS = ['paid', 'failed', 'unknown'] as const;
const DIFFERS = upstreamAnswer('paid', { amount: '0.01' });

/** Commands on payouts, on the database and on the oracle. */
export class PayoutSteps {
  readonly ids: string[] = [];
  private readonly scene: Scene;
  private readonly oracle: OraclePayouts;

  constructor(scene: Scene, oracle: OraclePayouts) {
    this.scene = scene;
    this.oracle = oracle;
  }

  create(command: Command): Step {
    const { pool, world } = this.scene;
    const amount = rupees(command.amount);
    const merchantId = this.scene.merchantOf(command);
    const of = (rate: string, fixed: number) => amountText(feeOf(amount, rate, fixed, 'INR'));
    const money = {
      merchantId,
      agentId: command.lone ? null : world.agentId,
      amount,
      fee: of('0.01', 2),
      commission: command.lone ? '0' : of('0.005', 0),
    };
    const asks = Number(amount) > ASKS_ABOVE;
    const enter = Number(amount) < LEAST ? undefined : this.oracle.create(money, asks);
    const work = async () => {
      const answer = await tried(openPayout(pool, world, { merchantId, amount }));
      if (!answer) return false;
      this.ids.push(answer.made.id);
      enter?.(answer.made.id);
      return true;
    };
    return [enter !== undefined, work];
  }

  step(kind: Kind, id: string, command: Command): Step {
    const { oracle } = this;
    const { pool } = this.scene;
    const now = this.scene.now();
    const userId = this.scene.userOf(command);
    const feeBack = command.exact;
    const act =
      (name: string, input: Record<string, unknown> = { reason: 'test' }) =>
      () =>
        done(actOn(pool, 'payOrder', name, id, { userId, now, input }));
    const steps: Record<Kind, () => Step> = {
      payoutApprove: () => [oracle.approve(id), act('approve')],
      payoutDeny: () => [oracle.deny(id), act('deny')],
      payoutCancel: () => [oracle.cancel(id), act('cancel')],
      payoutOverrule: () => [oracle.overrule(id), act('overrule')],
      payoutForceConfirm: () => [
        oracle.forceConfirm(id),
        act('forceConfirm', { utr: utr(), reason: 'seen at the bank' }),
      ],
      payoutConfirmFailed: () => [oracle.confirmFailed(id), act('confirmFailed')],
      payoutReturned: () => [
        oracle.markReturned(id, feeBack),
        act('markReturned', { reason: 'bounced', feeBack }),
      ],
      payoutSubmit: () => [oracle.submit(id), () => this.submit(id)],
      payoutAnswer: () => [true, () => this.answer(id, command)],
    };
    return steps[kind]();
  }

  private async attempts(id: string): Promise<string[]> {
    const { rows } = await this.scene.pool.query<{ id: string }>(
      'select id::text from pay_attempt where order_id = $1 order by attempt',
      [id],
    );
    return rows.map((row) => row.id);
  }

  private async submit(id: string): Promise<boolean> {
    const before = await this.attempts(id);
    await submitted(this.scene.pool, id, 'accepted', this.scene.now());
    return (await this.attempts(id)).length > before.length;
  }

  /** A word about the newest attempt, or a late one about the first. */
  private async answer(id: string, { message, exact, row, user }: Command): Promise<boolean> {
    const attempts = await this.attempts(id);
    const late = user === 2 && row % 3 === 0;
    const attempt = late ? attempts[0] : attempts.at(-1);
    if (!attempt) return true;
    const word = WORDS[message] ?? 'paid';
    const differs = word === 'paid' && !exact;
    const heard = differs ? 'otherAmount' : word;
    if (attempt === attempts.at(-1)) this.oracle.answer(id, heard);
    else this.oracle.late(id, heard);
    const answer = differs ? DIFFERS : upstreamAnswer(word);
    const { pool } = this.scene;
    return done(transact(pool, (tx) => applyPayoutAnswer(tx, id, attempt, answer, this.scene.now())));
  }
}
