import { Amount } from '../../contract/money.ts';
import { type CollectMoney, netOf } from '../../server/ledger/entries.ts';
import { type CollectStatus, judgePayment, nextStatus } from '../../server/ledger/states.ts';
import type { OracleMoney } from './oracleMoney.ts';

interface OracleOrder extends CollectMoney {
  status: CollectStatus;
  settled: boolean;
  claim: { userId: string; at: number } | undefined;
  /** Upstream messages that counted. */
  seen: Set<string>;
  /** What was paid for it as far as it knows, and the upstream's number of that, where an upstream reported it. */
  paid: { amount: Amount; number: string | undefined } | undefined;
  /** What suspense holds of it, and what its confirmation drew from there. */
  held: Amount;
  drawn: Amount;
}

const CLAIM_MS = 900_000;
const CONFIRMED: readonly CollectStatus[] = ['created', 'paying', 'failed', 'expired', 'cancelled', 'review'];

/** Collection orders, by rules written down a second time: the implementation must agree with them. */
export class Oracle {
  readonly orders = new Map<string, OracleOrder>();
  suspense = new Amount(0);
  private readonly money: OracleMoney;

  constructor(money: OracleMoney) {
    this.money = money;
  }

  private order(id: string): OracleOrder {
    const order = this.orders.get(id);
    if (!order) throw new Error(`the oracle has no order ${id}`);
    return order;
  }

  create(id: string, money: CollectMoney): void {
    const fresh = { status: 'created', settled: false, claim: undefined } as const;
    const nothing = { seen: new Set<string>(), paid: undefined, held: new Amount(0), drawn: new Amount(0) };
    this.orders.set(id, { ...money, ...fresh, ...nothing });
  }

  /** The edge, or a refusal. */
  move(
    id: string,
    event: 'submitUpstream' | 'fail' | 'expire' | 'cancel' | 'overrule',
    userId?: string,
    now = 0,
  ): boolean {
    const order = this.order(id);
    const to = nextStatus(event, order.status);
    if (!to) return false;
    const asked = event === 'cancel' || event === 'overrule';
    if (asked && order.claim && order.claim.userId !== userId && now - order.claim.at < CLAIM_MS)
      return false;
    order.status = to;
    return true;
  }

  /** The order's own money reported again: by its number, or where none is known by its sum. */
  private isRepeated({ status, paid }: OracleOrder, amount: string, message: string): boolean {
    if (status === 'reversed' || !paid) return false;
    return paid.number === undefined ? paid.amount.equals(amount) : paid.number === message;
  }

  /** An order that was submitted again is paid by what waits for it, or a person looks at it. */
  private payByHeld(order: OracleOrder, message: string): void {
    if (!order.held.equals(order.amount)) {
      order.status = 'review';
      return;
    }
    this.draw(order, order.held);
    order.paid = { amount: new Amount(order.amount), number: message };
  }

  private draw(order: OracleOrder, drawn: Amount): void {
    this.suspense = this.suspense.minus(drawn);
    order.held = order.held.minus(drawn);
    order.drawn = drawn;
    order.status = 'success';
    this.money.add(order.merchantId, 'pending', netOf(order));
  }

  pay(id: string, amount: string, message: string): void {
    const order = this.order(id);
    if (order.seen.has(message) || this.isRepeated(order, amount, message)) {
      if (nextStatus('paid', order.status)) this.payByHeld(order, message);
      // A sum that contradicts names nothing.
      else if (order.paid?.amount.equals(amount)) order.paid.number ??= message;
      return;
    }
    order.seen.add(message);
    const { to } = judgePayment(order.status, new Amount(amount).equals(order.amount));
    if (to !== 'unchanged') order.paid = { amount: new Amount(amount), number: message };
    if (to === 'success') {
      order.status = 'success';
      this.money.add(order.merchantId, 'pending', netOf(order));
      return;
    }
    this.suspense = this.suspense.plus(amount);
    order.held = order.held.plus(amount);
    if (to === 'review') order.status = 'review';
  }

  settle(id: string): boolean {
    const order = this.order(id);
    if (order.status !== 'success' || order.settled) return false;
    order.settled = true;
    this.money.add(order.merchantId, 'pending', netOf(order).negated());
    this.money.add(order.merchantId, 'available', netOf(order));
    if (order.agentId) this.money.add(order.agentId, 'available', order.commission);
    return true;
  }

  reverse(id: string): boolean {
    const order = this.order(id);
    if (order.status !== 'success') return false;
    const net = netOf(order);
    if (order.settled) {
      if (!this.money.has(order.merchantId, net)) return false;
      this.money.add(order.merchantId, 'available', net.negated());
      if (order.agentId) this.money.add(order.agentId, 'available', new Amount(order.commission).negated());
    } else {
      this.money.add(order.merchantId, 'pending', net.negated());
    }
    this.suspense = this.suspense.plus(order.drawn);
    order.held = order.held.plus(order.drawn);
    order.drawn = new Amount(0);
    order.status = 'reversed';
    order.settled = false;
    return true;
  }

  claim(id: string, userId: string, now: number): boolean {
    const order = this.order(id);
    if (order.status === 'success' || order.status === 'reversed') return false;
    if (order.claim && now - order.claim.at < CLAIM_MS) return false;
    order.claim = { userId, at: now };
    return true;
  }

  unclaim(id: string, userId: string): boolean {
    const order = this.order(id);
    if (order.claim?.userId !== userId) return false;
    order.claim = undefined;
    return true;
  }

  /** A person's word instead of an upstream's, by who holds the order; suspense pays first. */
  forceConfirm(id: string, userId: string, now: number): boolean {
    const order = this.order(id);
    if (!CONFIRMED.includes(order.status)) return false;
    if (order.claim?.userId !== userId || now - order.claim.at >= CLAIM_MS) return false;
    const drawn = Amount.min(order.held, order.amount);
    // Where nothing has been seen the person's statement covers the whole amount.
    const seen = order.held.isZero() ? new Amount(order.amount) : order.held;
    order.paid = { amount: seen, number: order.paid?.number };
    this.draw(order, drawn);
    return true;
  }

  /** A settled order by today's terms: the merchant and its agent get or give the differences, or neither does. */
  resettle(id: string, fee: string, commission: string): boolean {
    const order = this.order(id);
    if (order.status !== 'success' || !order.settled) return false;
    const costs = new Amount(fee).minus(order.fee);
    const { merchantId, agentId } = order;
    const share = agentId === null ? new Amount(0) : new Amount(commission).minus(order.commission);
    if (costs.isZero() && share.isZero()) return false;
    if (costs.greaterThan(0) && !this.money.has(merchantId, costs)) return false;
    if (agentId !== null && share.lessThan(0) && !this.money.has(agentId, share.negated())) return false;
    this.money.add(merchantId, 'available', costs.negated());
    order.fee = fee;
    if (agentId === null) return true;
    this.money.add(agentId, 'available', share);
    order.commission = commission;
    return true;
  }

  /** An agent spends what it has; a commission that is reversed afterwards leaves it in debt. */
  spend(agentId: string, amount: string): boolean {
    if (!this.money.has(agentId, amount)) return false;
    this.money.add(agentId, 'available', new Amount(amount).negated());
    return true;
  }
}
