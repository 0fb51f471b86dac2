import { defineView } from '../../kit/index.ts';

/** A merchant's balances, what moved them last, and the way to withdraw them. */
export default defineView({
  id: 'wallet',
  icon: 'finance',
  permission: 'wallet:page',
  load: () => import('./Wallet.tsx'),
});
