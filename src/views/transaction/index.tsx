import { defineView } from '../../kit/index.ts';

/** The ledger's entries, each with its postings. */
export default defineView({
  id: 'transaction',
  icon: 'finance',
  permission: 'transaction:page',
  load: () => import('./Transactions.tsx'),
});
