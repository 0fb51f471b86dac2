import { Amount } from '../../contract/money.ts';
import type { OracleMoney } from './oracleMoney.ts';

type Status =
  | 'approving'
  | 'queued'
  | 'processing'
  | 'unknown'
  | 'success'
  | 'failed'
  | 'rejected'
  | 'cancelled'
  | 'returned';

export interface OraclePayout {
  merchantId: string;
  agentId: string | null;
  amount: string;
  fee: string;
  commission: string;
  status: Status;
  /** Upstreams it was sent to. */
  tried: number;
  /** The last of them may still pay it. */
  live: boolean;
  /** An upstream reported that it paid, and was not believed: no later report gives the hold back. */
  reportedPaid: boolean;
  /** After that it reported the contrary, which a person judges. */
  reportedFailed: boolean;
}

type NewOraclePayout = Pick<OraclePayout, 'merchantId' | 'agentId' | 'amount' | 'fee' | 'commission'>;

const OPEN: readonly Status[] = ['processing', 'unknown'];
const UNSENT: readonly Status[] = ['approving', 'queued'];

/** Payouts by domain.md's table, written down without a look at the machine. */
export class OraclePayouts {
  readonly orders = new Map<string, OraclePayout>();
  private readonly money: OracleMoney;
  private readonly routes: number;

  constructor(money: OracleMoney, routes: number) {
    this.money = money;
    this.routes = routes;
  }

  private order(id: string): OraclePayout {
    const order = this.orders.get(id);
    if (!order) throw new Error(`the oracle has no payout ${id}`);
    return order;
  }

  private held = ({ amount, fee }: Pick<OraclePayout, 'amount' | 'fee'>) => new Amount(amount).plus(fee);

  /** Holds its money. @returns how it is entered once it has an id, undefined where there is too little */
  create(payout: NewOraclePayout, asks: boolean): ((id: string) => void) | undefined {
    if (!this.money.hold(payout.merchantId, this.held(payout))) return undefined;
    const fresh = { status: asks ? 'approving' : 'queued', tried: 0, live: false } as const;
    return (id) => this.orders.set(id, { ...payout, ...fresh, reportedPaid: false, reportedFailed: false });
  }

  private end(order: OraclePayout, status: Status): true {
    this.money.release(order.merchantId, this.held(order));
    order.status = status;
    return true;
  }

  approve(id: string): boolean {
    const order = this.order(id);
    if (order.status !== 'approving') return false;
    order.status = 'queued';
    return true;
  }

  deny(id: string): boolean {
    const order = this.order(id);
    return order.status === 'approving' && this.end(order, 'rejected');
  }

  cancel(id: string): boolean {
    const order = this.order(id);
    return UNSENT.includes(order.status) && this.end(order, 'cancelled');
  }

  overrule(id: string): boolean {
    const order = this.order(id);
    return UNSENT.includes(order.status) && this.end(order, 'rejected');
  }

  /** True where an upstream now has it. */
  submit(id: string): boolean {
    const order = this.order(id);
    if (order.status !== 'queued' || order.tried >= this.routes) return false;
    order.status = 'processing';
    order.tried += 1;
    order.live = true;
    return true;
  }

  private pay(order: OraclePayout): true {
    this.money.add(order.merchantId, 'frozen', this.held(order).negated());
    if (order.agentId) this.money.add(order.agentId, 'available', order.commission);
    order.status = 'success';
    return true;
  }

  /** What an upstream says of an attempt that has ended: that it paid is not forgotten, nor is the payout sent again. */
  late(id: string, word: 'paid' | 'failed' | 'unknown' | 'otherAmount'): void {
    const order = this.order(id);
    if (word !== 'paid' && word !== 'otherAmount') return;
    order.reportedPaid = true;
    if (order.status !== 'queued') return;
    order.status = 'unknown';
    order.reportedFailed = true;
  }

  /** What an upstream says of the live attempt. */
  answer(id: string, word: 'paid' | 'failed' | 'unknown' | 'otherAmount'): void {
    const order = this.order(id);
    if (!OPEN.includes(order.status) || !order.live) return this.late(id, word);
    if (word === 'otherAmount') order.reportedPaid = true;
    if (word === 'failed' && order.reportedPaid) order.reportedFailed = true;
    if (word === 'paid') this.pay(order);
    else if (word !== 'failed' || order.reportedPaid) order.status = 'unknown';
    else {
      order.live = false;
      if (order.status === 'processing' && order.tried < this.routes) order.status = 'queued';
      else this.end(order, 'failed');
    }
  }

  forceConfirm(id: string): boolean {
    const order = this.order(id);
    return OPEN.includes(order.status) && this.pay(order);
  }

  confirmFailed(id: string): boolean {
    const order = this.order(id);
    return (
      order.status === 'unknown' && (!order.reportedPaid || order.reportedFailed) && this.end(order, 'failed')
    );
  }

  markReturned(id: string, feeBack: boolean): boolean {
    const order = this.order(id);
    if (order.status !== 'success') return false;
    order.status = 'returned';
    this.money.add(order.merchantId, 'available', feeBack ? this.held(order) : order.amount);
    if (order.agentId) this.money.add(order.agentId, 'available', new Amount(order.commission).negated());
    return true;
  }
}
