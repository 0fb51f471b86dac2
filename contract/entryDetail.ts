/** A posting of a ledger entry. */
export interface EntryLeg {
  id: string;
  of: 'merchant' | 'platform';
  /** accountKindEnum, where a merchant holds the account. */
  account: number | null;
  /** platformAccount, where the platform does. */
  platformAccount: string | null;
  /** The merchant, or the upstream of an upstream account. */
  ownerId: string | null;
  ownerName: string | null;
  /** fundTypeEnum, of a merchant's posting. */
  type: number | null;
  currency: string;
  /** Decimal texts; only a merchant's account has a chain of balances. */
  amount: string;
  before: string | null;
  after: string | null;
  seq: string | null;
}

/** What an entry's detail shows beyond its columns. */
export interface EntryDetail {
  legs: EntryLeg[];
  /** Zero each, or the entry is wrong. */
  sums: { currency: string; sum: string }[];
  reversedBy: string | null;
}
