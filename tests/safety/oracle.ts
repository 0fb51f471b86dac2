import { Amount, amountText } from '../../contract/money.ts';
import { type CollectMoney, netOf } from '../../server/ledger/entries.ts';
import { type CollectStatus, judgePayment, nextStatus } from '../../server/ledger/states.ts';

interface OracleOrder extends CollectMoney {
  status: CollectStatus;
  settled: boolean;
  claim: { userId: string; at: number } | undefined;
  /** Upstream messages that counted. */
  seen: Set<string>;
}

/** The balances in plain sums, kept by rules written down a second time: the implementation must agree with them. */
export class Oracle {
  readonly orders = new Map<string, OracleOrder>();
  readonly available = new Map<string, Amount>();
  readonly pending = new Map<string, Amount>();
  suspense = new Amount(0);

  private add(sums: Map<string, Amount>, merchantId: string, amount: Amount | string): void {
    sums.set(merchantId, (sums.get(merchantId) ?? new Amount(0)).plus(amount));
  }

  private order(id: string): OracleOrder {
    const order = this.orders.get(id);
    if (!order) throw new Error(`the oracle has no order ${id}`);
    return order;
  }

  create(id: string, money: CollectMoney): void {
    this.orders.set(id, { ...money, status: 'created', settled: false, claim: undefined, seen: new Set() });
  }

  /** submitUpstream, fail, expire, cancel: the edge, or a refusal. */
  move(
    id: string,
    event: 'submitUpstream' | 'fail' | 'expire' | 'cancel',
    userId?: string,
    now = 0,
  ): boolean {
    const order = this.order(id);
    const to = nextStatus(event, order.status);
    if (!to) return false;
    if (event === 'cancel' && order.claim && order.claim.userId !== userId && now - order.claim.at < 900_000)
      return false;
    order.status = to;
    return true;
  }

  pay(id: string, amount: string, message: string): void {
    const order = this.order(id);
    if (order.seen.has(message)) return;
    order.seen.add(message);
    const { to } = judgePayment(order.status, new Amount(amount).equals(order.amount));
    if (to === 'success') {
      order.status = 'success';
      this.add(this.pending, order.merchantId, netOf(order));
      return;
    }
    this.suspense = this.suspense.plus(amount);
    if (to === 'review') order.status = 'review';
  }

  settle(id: string): boolean {
    const order = this.order(id);
    if (order.status !== 'success' || order.settled) return false;
    order.settled = true;
    this.add(this.pending, order.merchantId, netOf(order).negated());
    this.add(this.available, order.merchantId, netOf(order));
    if (order.agentId) this.add(this.available, order.agentId, order.commission);
    return true;
  }

  reverse(id: string): boolean {
    const order = this.order(id);
    if (order.status !== 'success') return false;
    const net = netOf(order);
    if (order.settled) {
      if ((this.available.get(order.merchantId) ?? new Amount(0)).lessThan(net)) return false;
      this.add(this.available, order.merchantId, net.negated());
      if (order.agentId) this.add(this.available, order.agentId, new Amount(order.commission).negated());
    } else {
      this.add(this.pending, order.merchantId, net.negated());
    }
    order.status = 'reversed';
    order.settled = false;
    return true;
  }

  claim(id: string, userId: string, now: number): boolean {
    const order = this.order(id);
    if (order.status === 'success' || order.status === 'reversed') return false;
    if (order.claim && now - order.claim.at < 900_000) return false;
    order.claim = { userId, at: now };
    return true;
  }

  unclaim(id: string, userId: string): boolean {
    const order = this.order(id);
    if (order.claim?.userId !== userId) return false;
    order.claim = undefined;
    return true;
  }

  /** A deduction by finance, so that a reversal may find its money gone. */
  deduct(merchantId: string, amount: string): boolean {
    if ((this.available.get(merchantId) ?? new Amount(0)).lessThan(amount)) return false;
    this.add(this.available, merchantId, new Amount(amount).negated());
    return true;
  }

  balances(merchantId: string): { pending: string; available: string } {
    const of = (sums: Map<string, Amount>) => amountText(sums.get(merchantId) ?? 0);
    return { pending: of(this.pending), available: of(this.available) };
  }
}
