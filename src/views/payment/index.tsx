import { defineView } from '../../kit/index.ts';

/** Received money: where it came from, what it was used for, what waits in suspense. */
export default defineView({
  id: 'payment',
  icon: 'bank',
  permission: 'payment:page',
  load: () => import('./Payments.tsx'),
});
