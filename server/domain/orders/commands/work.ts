import type { Work } from '../../../platform/jobs/task.ts';
import { expireDue } from '../collect/expireOrders.ts';
import { lapseClaims } from '../lapseClaims.ts';

/** What becomes of orders by time; each piece tolerates a twin on another server. */
export const orderWork: Work = {
  regular: [
    { name: 'expireOrders', everyMs: 30_000, run: ({ pool, clock }) => expireDue(pool, clock.now()) },
    { name: 'lapseClaims', everyMs: 30_000, run: ({ pool, clock }) => lapseClaims(pool, clock.now()) },
  ],
};
