import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { FUND, onMerchant, onPlatform } from '../../server/ledger/legs.ts';
import { post } from '../../server/ledger/post.ts';
import { actOn } from './direct.ts';
import {
  type Command,
  done,
  type REQUEST_KINDS,
  rupees,
  type Scene,
  type Step,
  tried,
} from './modelCommands.ts';
import type { OracleRequests } from './oracleRequests.ts';
import { applied } from './withdrawalWorld.ts';

type Kind = (typeof REQUEST_KINDS)[number];
type Resource = 'adjustment' | 'rechargeOrder';
const LEAST = 100;
const [IN_BAND, OUT_OF_BAND] = ['88', '120'];
/** Kinds and signs of what is asked for, by the command's message. */
const ASKED = [
  { resource: 'adjustment', kind: 1, sign: '' },
  { resource: 'adjustment', kind: 2, sign: '-' },
  { resource: 'rechargeOrder', kind: 0, sign: '' },
] as const satisfies readonly { resource: Resource; kind: number; sign: string }[];

const ADJUST = `insert into adjustment (id, order_no, merchant_id, currency, kind, amount, reason, status, maker_id)
  values ($1, 'J' || $1::bigint, $2, 'INR', $5, $3, 'test', 1, $4)`;
const RECHARGE = `insert into recharge_order (id, order_no, merchant_id, currency, amount, reference, status, maker_id)
  values ($1, 'R' || $1::bigint, $2, 'INR', $3, 'ref' || $1::bigint, 1, $4)`;

/** Withdrawals and requests that one makes and another decides, on the database and on the oracle. */
export class RequestSteps {
  readonly withdrawals: string[] = [];
  readonly requests: string[] = [];
  private readonly resources = new Map<string, Resource>();
  private readonly scene: Scene;
  private readonly oracle: OracleRequests;

  constructor(scene: Scene, oracle: OracleRequests) {
    this.scene = scene;
    this.oracle = oracle;
  }

  withdraw(command: Command): Step {
    const amount = rupees(command.amount);
    const merchantId = this.scene.merchantOf(command);
    const enter = Number(amount) < LEAST ? undefined : this.oracle.apply(merchantId, amount);
    const work = async () => {
      const { pool, world } = this.scene;
      const answer = await tried(applied(pool, world, { merchantId, amount }));
      if (!answer) return false;
      this.withdrawals.push(answer.made);
      enter?.(answer.made);
      return true;
    };
    return [enter !== undefined, work];
  }

  ask(command: Command): Step {
    const { resource, kind, sign } = ASKED[command.message] ?? ASKED[0];
    const id = newId();
    const merchantId = this.scene.merchantOf(command);
    const makerId = this.scene.userOf(command);
    const amount = `${sign}${rupees(command.amount)}`;
    this.requests.push(id);
    this.resources.set(id, resource);
    this.oracle.ask(id, { merchantId, amount, makerId });
    const values = [id, merchantId, amount, makerId];
    const work = () =>
      resource === 'adjustment'
        ? this.scene.pool.query(ADJUST, [...values, kind])
        : this.scene.pool.query(RECHARGE, values);
    return [true, () => done(work())];
  }

  deduct(command: Command): Step {
    const merchantId = this.scene.merchantOf(command);
    const amount = rupees(command.amount);
    const entry = {
      kind: 'adjustment',
      merchantId,
      currency: 'INR',
      order: null,
      commandKey: newId(),
      operator: 'finance',
      system: false,
      legs: [
        onMerchant(merchantId, 'available', FUND.deduct, `-${amount}`),
        onPlatform('adjustments', amount),
      ],
    } as const;
    const { pool } = this.scene;
    return [this.oracle.deduct(merchantId, amount), () => done(transact(pool, (tx) => post(tx, entry)))];
  }

  step(kind: Kind, id: string, command: Command): Step {
    const { oracle } = this;
    const userId = this.scene.userOf(command);
    const act = (resource: string, name: string, input: Record<string, unknown>) => () =>
      done(actOn(this.scene.pool, resource, name, id, { userId, now: this.scene.now(), input }));
    const decide = (name: 'approve' | 'reject'): Step => [
      oracle.decide(id, userId, name === 'approve'),
      act(this.resources.get(id) as Resource, name, { reason: 'test' }),
    ];
    const exchangeRate = command.exact ? IN_BAND : OUT_OF_BAND;
    const hash = { transactionHash: newId().padStart(64, 'a') };
    const steps: Record<Kind, () => Step> = {
      withdrawRate: () => [
        command.exact && oracle.confirmRate(id),
        act('withdrawal', 'confirmRate', { exchangeRate }),
      ],
      withdrawComplete: () => [oracle.complete(id), act('withdrawal', 'complete', hash)],
      withdrawRefund: () => [oracle.refund(id), act('withdrawal', 'refund', { reason: 'test' })],
      withdrawCancel: () => [oracle.cancel(id), act('withdrawal', 'cancel', {})],
      approve: () => decide('approve'),
      reject: () => decide('reject'),
    };
    return steps[kind]();
  }
}
