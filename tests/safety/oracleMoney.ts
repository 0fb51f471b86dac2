import { Amount, amountText } from '../../contract/money.ts';

export const ACCOUNTS = ['pending', 'available', 'frozen'] as const;
type Account = (typeof ACCOUNTS)[number];
export type Balances = Readonly<Record<Account, string>>;

/** Three sums per merchant, and nothing else that a balance could hide in. */
export class OracleMoney {
  private readonly sums = new Map<string, Amount>();

  of(merchantId: string, account: Account): Amount {
    return this.sums.get(`${merchantId}/${account}`) ?? new Amount(0);
  }

  add(merchantId: string, account: Account, amount: Amount | string): void {
    this.sums.set(`${merchantId}/${account}`, this.of(merchantId, account).plus(amount));
  }

  has(merchantId: string, amount: Amount | string): boolean {
    return this.of(merchantId, 'available').gte(amount);
  }

  /** available → frozen, where there is enough. */
  hold(merchantId: string, amount: Amount | string): boolean {
    if (!this.has(merchantId, amount)) return false;
    this.add(merchantId, 'available', new Amount(amount).negated());
    this.add(merchantId, 'frozen', amount);
    return true;
  }

  release(merchantId: string, amount: Amount | string): void {
    this.add(merchantId, 'frozen', new Amount(amount).negated());
    this.add(merchantId, 'available', amount);
  }

  balances(merchantId: string): Balances {
    const text = (account: Account) => amountText(this.of(merchantId, account));
    return { pending: text('pending'), available: text('available'), frozen: text('frozen') };
  }
}
