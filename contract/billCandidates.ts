/** An order that a line of a statement may be about. */
export interface BillCandidate {
  id: string;
  orderNo: string;
  merchantOrderNo: string;
  merchantName: string;
  merchantId: string;
  currency: string;
  amount: string;
  /** What the line has above the order. */
  difference: string;
  utr: string | null;
  party: string | null;
  status: number;
  /** ISO-8601 */
  createdAt: string;
  score: number;
  reasons: readonly ('utr' | 'amount' | 'reported' | 'time' | 'payer' | 'orderNo')[];
}

/** What has a line's reference already, so that it can be matched with nothing else. */
export type ReferenceOwner =
  | { view: 'collectOrder' | 'payOrder' | 'manualOrder' | 'rechargeOrder' | 'bankBill'; no: string }
  /** It is of a merchant that the caller does not see. */
  | { view: null };

/** Answer of bankBill/candidates: best first. */
export interface BillCandidates {
  orders: BillCandidate[];
  owner: ReferenceOwner | null;
}
