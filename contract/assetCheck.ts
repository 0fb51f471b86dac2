/** One account of a merchant and the sum of its postings; amounts as decimal text. */
export interface AccountCheck {
  /** accountKindEnum. */
  account: number;
  balance: string;
  recomputed: string;
  /** balance − recomputed. */
  drift: string;
  /** Postings the account has counted, and those there are. */
  kept: string;
  postings: string;
  /** The first posting that does not go on where the one before ended. */
  gap: {
    id: string;
    seq: string;
    orderNo: string | null;
    before: string;
    expected: string;
    after: string;
    amount: string;
  } | null;
}

export interface AssetCheck {
  id: string;
  merchantId: string;
  merchantName: string;
  currency: string;
  checkedAt: string;
  reconciles: boolean;
  accounts: AccountCheck[];
}
