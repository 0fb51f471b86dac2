import { defineView } from '../../kit/index.ts';

/** What every account began with, got, gave and has, and that all of it sums to zero. */
export default defineView({
  id: 'trialBalance',
  icon: 'finance',
  permission: 'trialBalance:page',
  load: () => import('./TrialBalance.tsx'),
});
