/** The postings of one account that a filter leaves, as the chain of their balances says. Decimal texts of `currency`. */
export interface AccountChain {
  merchantId: string;
  merchantName: string;
  currency: string;
  /** accountKindEnum */
  account: number;
  rows: number;
  opening: string;
  closing: string;
  /** Sum of the postings. */
  moved: string;
  /** What they do not explain: within one, or between two that follow each other; 0 where all is there. */
  gap: string;
  /** Numbers between the first and the last that none of these has: the filter leaves them out, or they are missing. */
  leftOut: number;
  /** Of those the ones that nobody has: the chain itself is broken. Counted where nothing but a time narrows the accounts. */
  missing: number;
}

/** Whether a whole filter reconciles, or why that is unknown. */
export type FundReconciliation =
  | { rows: number; chains: AccountChain[] }
  | {
      /** `merchant`: it is not of one merchant; `many`: more rows than `most`; `slow`: it took too long. */
      unknown: 'merchant' | 'many' | 'slow';
      most: number;
    };
