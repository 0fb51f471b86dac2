/** One of the platform's accounts in one currency; a credit balance is above zero. */
export interface PlatformBalance {
  /** platformAccount. */
  account: string;
  upstreamId: string | null;
  upstreamName: string | null;
  currency: string;
  /** Decimal text. */
  balance: string;
}
