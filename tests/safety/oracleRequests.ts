import { Amount } from '../../contract/money.ts';
import type { OracleMoney } from './oracleMoney.ts';

interface Withdrawal {
  merchantId: string;
  amount: string;
  status: 'applied' | 'rateConfirmed' | 'completed' | 'refunded' | 'cancelled';
}

interface Request {
  merchantId: string;
  /** Signed. */
  amount: string;
  makerId: string;
  status: 'pending' | 'approved' | 'rejected';
}

/** Withdrawals, and what one person asks for and another books. */
export class OracleRequests {
  readonly withdrawals = new Map<string, Withdrawal>();
  readonly requests = new Map<string, Request>();
  private readonly money: OracleMoney;

  constructor(money: OracleMoney) {
    this.money = money;
  }

  apply(merchantId: string, amount: string): ((id: string) => void) | undefined {
    if (!this.money.hold(merchantId, amount)) return undefined;
    return (id) => this.withdrawals.set(id, { merchantId, amount, status: 'applied' });
  }

  private move(id: string, from: readonly Withdrawal['status'][], to: Withdrawal['status']): boolean {
    const row = this.withdrawals.get(id);
    if (!row || !from.includes(row.status)) return false;
    row.status = to;
    if (to === 'completed') this.money.add(row.merchantId, 'frozen', new Amount(row.amount).negated());
    else if (to !== 'rateConfirmed') this.money.release(row.merchantId, row.amount);
    return true;
  }

  confirmRate = (id: string): boolean => this.move(id, ['applied', 'rateConfirmed'], 'rateConfirmed');
  complete = (id: string): boolean => this.move(id, ['rateConfirmed'], 'completed');
  refund = (id: string): boolean => this.move(id, ['applied', 'rateConfirmed'], 'refunded');
  cancel = (id: string): boolean => this.move(id, ['applied'], 'cancelled');

  /** Booked at once, so that a reversal may find its money gone. */
  deduct(merchantId: string, amount: string): boolean {
    if (!this.money.has(merchantId, amount)) return false;
    this.money.add(merchantId, 'available', new Amount(amount).negated());
    return true;
  }

  ask(id: string, request: Omit<Request, 'status'>): void {
    this.requests.set(id, { ...request, status: 'pending' });
  }

  decide(id: string, userId: string, approved: boolean): boolean {
    const row = this.requests.get(id);
    // Whoever made it takes it back, and never approves it.
    if (row?.status !== 'pending' || (approved && row.makerId === userId)) return false;
    const amount = new Amount(row.amount);
    if (approved && amount.isNegative() && !this.money.has(row.merchantId, amount.negated())) return false;
    if (approved) this.money.add(row.merchantId, 'available', amount);
    row.status = approved ? 'approved' : 'rejected';
    return true;
  }
}
