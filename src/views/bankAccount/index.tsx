import { defineView } from '../../kit/index.ts';

/** Accounts at banks, each with its book beside its statement. */
export default defineView({
  id: 'bankAccount',
  icon: 'bank',
  permission: 'bankAccount:page',
  load: () => import('./Accounts.tsx'),
});
