import { Amount } from '../../contract/money.ts';
import { ACCOUNTS, FUND, isMerchantLeg, type Leg, type MerchantAccount, type MerchantLeg } from './legs.ts';

/** One locked merchant_asset row. */
export interface Balance {
  id: string;
  merchantId: string;
  pending: Amount;
  available: Amount;
  frozen: Amount;
  seq: Record<MerchantAccount, bigint>;
  overdraft: Amount;
  /** How far below the overdraft limit a reversed commission has left an agent. */
  commissionDebt: Amount;
}

export interface ChainedLeg extends MerchantLeg {
  before: Amount;
  after: Amount;
  seq: bigint;
}

export interface Shortfall {
  merchantId: string;
  account: MerchantAccount;
  needed: Amount;
  balance: Amount;
  missing: Amount;
}

const ZERO = new Amount(0);

/** The lowest balance a debit may leave behind. Only `available` has an overdraft. */
function floorOf(balance: Balance, account: MerchantAccount): Amount {
  return account === 'available' ? balance.overdraft.negated() : ZERO;
}

/** What a reversal takes back from a merchant that is not the entry's own: the commission of its agent. */
const isReversedCommission = ({ merchantId, account, type }: MerchantLeg, owner: string): boolean =>
  type === FUND.reversal && account === 'available' && merchantId !== owner;

/**
 * Walks the merchant legs over the locked balances: sequence, before and after for each, the balances that result,
 * and the first shortfall. An agent may go below zero by a reversed commission, and by nothing else: a re-settlement
 * that takes some of it back needs the balance. `owner` is the merchant of the entry.
 */
export function chain(
  start: readonly Balance[],
  legs: readonly Leg[],
  owner: string,
): { legs: ChainedLeg[]; balances: Balance[]; shortfall: Shortfall | undefined } {
  const balances = new Map(start.map((b) => [b.merchantId, { ...b, seq: { ...b.seq } }]));
  const chained: ChainedLeg[] = [];
  let shortfall: Shortfall | undefined;
  for (const leg of legs) {
    if (!isMerchantLeg(leg)) continue;
    const balance = balances.get(leg.merchantId);
    if (!balance) throw new Error(`no locked balance of merchant ${leg.merchantId}`);
    const before = balance[leg.account];
    const after = before.plus(leg.amount);
    const seq = balance.seq[leg.account] + 1n;
    const floor = floorOf(balance, leg.account);
    if (leg.amount.isNegative() && after.lessThan(floor) && !isReversedCommission(leg, owner)) {
      shortfall ??= {
        merchantId: leg.merchantId,
        account: leg.account,
        needed: leg.amount.negated(),
        balance: before,
        missing: floor.minus(after),
      };
    }
    balance[leg.account] = after;
    balance.seq[leg.account] = seq;
    chained.push({ ...leg, before, after, seq });
  }
  for (const balance of balances.values()) {
    balance.commissionDebt = Amount.max(0, balance.overdraft.negated().minus(balance.available));
  }
  return { legs: chained, balances: [...balances.values()], shortfall };
}

/** The account numbers as stored. */
export const accountNumber = (account: MerchantAccount): number => ACCOUNTS[account];
