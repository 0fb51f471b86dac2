import type { KnownPayment } from './decide/state.ts';

/** A payment of 1,000 that waits in suspense, as an upstream reported it. */
export const SUSPENDED_PAYMENT: KnownPayment = {
  id: '0',
  source: 'notice',
  status: 'suspended',
  currency: 'INR',
  amount: '1000',
  suspended: '1000',
  utr: 'RIGHT',
  reference: 'right',
  upstreamId: null,
  upstreamOrderNo: null,
  noticed: true,
  held: true,
  drawn: false,
  line: undefined,
  replaces: null,
  isBeforeCredit: false,
  creditedElsewhere: false,
};
