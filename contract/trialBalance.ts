/** What the trial balance answers; amounts as decimal text, credit balances above zero. */

export interface TrialLine {
  /** pending, available, frozen, agent (commission from chosen merchants' orders), upstream:<id>, fees, upstreamCost, commission, adjustments, conversion, treasury, suspense. */
  account: string;
  upstreamName: string | null;
  currency: string;
  opening: string;
  debit: string;
  credit: string;
  closing: string;
}

/** All accounts of one currency together: opening and closing are zero, debit and credit equal, or money was made. */
export interface TrialCheck extends Pick<TrialLine, 'currency' | 'opening' | 'debit' | 'credit' | 'closing'> {
  reconciles: boolean;
}

export interface TrialBalance {
  /** Instants; the lower end is absent where the balance starts with the ledger. */
  from: string | null;
  to: string;
  lines: TrialLine[];
  checks: TrialCheck[];
  /** Entries that do not sum to zero, looked for where a check does not tie. */
  faults: { entryId: string; problem: string }[];
}

/** A merchant's money in one currency: opening + in − out − fees = closing. */
export interface MerchantTie {
  merchantId: string;
  merchantName: string;
  currency: string;
  opening: string;
  in: string;
  out: string;
  fees: string;
  closing: string;
  /** closing − (opening + in − out − fees). */
  gap: string;
  /** What the merchant's accounts hold now, less what their postings sum to; null for a moment that has passed. */
  drift: string | null;
}

export interface MerchantTies {
  from: string | null;
  to: string;
  rows: MerchantTie[];
}
