import { amountText, feeOf } from '../../contract/money.ts';
import {
  expireOrder,
  failOrder,
  submitOrder,
  succeedOrder,
} from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { actDirectly } from './direct.ts';
import {
  type COLLECT_KINDS,
  type Command,
  done,
  rupees,
  type Scene,
  type Step,
  tried,
} from './modelCommands.ts';
import type { Oracle } from './oracle.ts';
import { fund } from './payoutWorld.ts';
import { openOrder, utr } from './world.ts';

type Kind = (typeof COLLECT_KINDS)[number];
const RATES = ['0.02', '0.01', '0.035'] as const;
/** Commissions of a few orders. */
const SPENT = ['5', '20', '50'] as const;
const AGENT_RATES = ['0.005', '0.002', '0.008'] as const;

/** Commands on collection orders, on the database and on the oracle. */
export class CollectSteps {
  readonly ids: string[] = [];
  private readonly scene: Scene;
  private readonly oracle: Oracle;
  private rate: string = RATES[0];
  private agentRate: string = AGENT_RATES[0];

  constructor(scene: Scene, oracle: Oracle) {
    this.scene = scene;
    this.oracle = oracle;
  }

  private feeToday = (amount: string) => amountText(feeOf(amount, this.rate, 0, 'INR'));
  private commissionToday = (amount: string) => amountText(feeOf(amount, this.agentRate, 0, 'INR'));

  private termsToday = (amount: string) => [this.feeToday(amount), this.commissionToday(amount)] as const;

  create(command: Command): Step {
    const { pool, world } = this.scene;
    const amount = rupees(command.amount);
    const merchantId = this.scene.merchantOf(command);
    const of = (rate: string) => amountText(feeOf(amount, rate, 0, 'INR'));
    const work = async () => {
      const answer = await tried(openOrder(pool, world, { merchantId, amount }));
      if (!answer) return false;
      this.ids.push(answer.made);
      this.oracle.create(answer.made, {
        merchantId,
        upstreamId: world.upstreamId,
        agentId: command.lone ? null : world.agentId,
        amount,
        fee: this.feeToday(amount),
        upstreamCost: of('0.012'),
        commission: command.lone ? '0' : this.commissionToday(amount),
      });
      return true;
    };
    return [true, work];
  }

  /** Another fee and another commission for what is created or settled again from now on. */
  reprice({ message, row }: Command): Step {
    this.rate = RATES[message] as string;
    this.agentRate = AGENT_RATES[row % AGENT_RATES.length] as string;
    const { pool, world } = this.scene;
    const text = `with own as (update channel_binding set rate = $2 where channel_id = $1)
      update extension_rate set rate = $4 where merchant_id = $3 and type = 1`;
    const values = [world.channelId, this.rate, world.agentId, this.agentRate];
    return [true, () => done(pool.query(text, values))];
  }

  /** The agent spends some of its commissions. */
  spend({ message }: Command): Step {
    const { pool, world } = this.scene;
    const amount = SPENT[message] as string;
    return [this.oracle.spend(world.agentId, amount), () => done(fund(pool, world.agentId, `-${amount}`))];
  }

  step(kind: Kind, id: string, command: Command): Step {
    const { oracle } = this;
    const { pool } = this.scene;
    const now = this.scene.now();
    const userId = this.scene.userOf(command);
    const act = (name: Parameters<typeof actDirectly>[1], input?: Record<string, unknown>) => () =>
      done(actDirectly(pool, name, id, { userId, now, ...(input && { input }) }));
    const move = (work: Parameters<typeof transact>[1]) => () => done(transact(pool, work));
    const at = now.getTime();
    const steps: Record<Kind, () => Step> = {
      submit: () => [oracle.move(id, 'submitUpstream'), move((tx) => submitOrder(tx, id))],
      fail: () => [oracle.move(id, 'fail'), move((tx) => failOrder(tx, id))],
      expire: () => [oracle.move(id, 'expire'), move((tx) => expireOrder(tx, id))],
      cancel: () => [oracle.move(id, 'cancel', userId, at), act('cancel')],
      overrule: () => [oracle.move(id, 'overrule', userId, at), act('overrule')],
      settle: () => [oracle.settle(id), act('settle')],
      reverse: () => [oracle.reverse(id), act('reverse')],
      claim: () => [oracle.claim(id, userId, at), act('claim')],
      unclaim: () => [oracle.unclaim(id, userId), act('unclaim')],
      forceConfirm: () => [
        oracle.forceConfirm(id, userId, at),
        act('forceConfirm', { utr: utr(), reason: 'seen at the bank' }),
      ],
      resettle: () => [
        oracle.resettle(id, ...this.termsToday(oracle.orders.get(id)?.amount as string)),
        act('resettle'),
      ],
      pay: () => this.pay(id, command),
    };
    return steps[kind]();
  }

  private pay(id: string, { exact, amount, message }: Command): Step {
    const paidAmount = exact ? (this.oracle.orders.get(id)?.amount as string) : rupees(amount);
    const upstreamOrderNo = `${id}-${message}`;
    this.oracle.pay(id, paidAmount, upstreamOrderNo);
    const { pool } = this.scene;
    return [true, () => done(transact(pool, (tx) => succeedOrder(tx, id, { paidAmount, upstreamOrderNo })))];
  }
}
