import type { PoolClient } from 'pg';
import { Amount, amountText, feeOf, fitsCurrency, isAmountText } from '../../../contract/money.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Band, bandOf } from '../../ledger/withdrawalRate.ts';
import { SWITCH } from '../../platform/db/statuses.ts';

/** The terms of a merchant's withdrawal of an amount. */
export interface WithdrawalTerms {
  amount: string;
  /** Within the amount. */
  fee: string;
}

interface TermRow {
  feeRate: string;
  fixedFee: string;
  least: string;
  most: string;
  merchantStatus: number | null;
}

const ACTIVE = 1;
const FIND = `select t.fee_rate::text as "feeRate", t.fixed_fee::text as "fixedFee", t.mini_amount::text as least,
    t.max_amount::text as most, (select status from merchant where id = $2) as "merchantStatus"
  from withdrawal_term t where t.currency = $1 and t.status = ${SWITCH.enabled}`;

/** @throws Refused withdrawalTerms, amountDigits where this merchant cannot withdraw this much of this currency */
export async function withdrawalTerms(
  tx: PoolClient,
  merchantId: string,
  currency: string,
  given: string,
): Promise<WithdrawalTerms> {
  const { rows } = await tx.query<TermRow>({
    name: 'withdrawal-term',
    text: FIND,
    values: [currency, merchantId],
  });
  const term = rows[0];
  if (!term) throw new Refused('withdrawalTerms', { currency });
  if (term.merchantStatus !== ACTIVE) throw new Refused('withdrawalTerms', { says: 'withdrawalMerchant' });
  if (!isAmountText(given) || !fitsCurrency(given, currency)) throw new Refused('amountDigits', { currency });
  const amount = new Amount(given);
  const fee = feeOf(given, term.feeRate, term.fixedFee, currency);
  const [least, most] = [amountText(term.least), amountText(term.most)];
  if (amount.lessThan(least) || amount.greaterThan(most) || fee.gte(amount))
    throw new Refused('withdrawalTerms', { says: 'withdrawalBounds', least, most, currency });
  return { amount: amountText(amount), fee: amountText(fee) };
}

/** The rates that may be confirmed for a currency now; undefined where its terms are gone. */
export async function rateBand(tx: PoolClient, currency: string): Promise<Band | undefined> {
  const { rows } = await tx.query<{ reference: string; band: string }>({
    name: 'withdrawal-band',
    text: 'select reference_rate::text as reference, band::text from withdrawal_term where currency = $1',
    values: [currency],
  });
  return rows[0] && bandOf(rows[0].reference, rows[0].band);
}
