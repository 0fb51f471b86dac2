import { defineView } from '../../kit/index.ts';

/** Fund details, composed by hand: what moved a merchant's accounts, and whether the chain of balances ties out. */
export default defineView({
  id: 'fundDetail',
  icon: 'finance',
  permission: 'fundDetail:page',
  follows: true,
  load: () => import('./FundDetails.tsx'),
});
