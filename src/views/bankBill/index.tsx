import { defineView } from '../../kit/index.ts';

/** The match board: lines of bank statements and the orders they are about, side by side. */
export default defineView({
  id: 'bankBill',
  icon: 'bank',
  permission: 'bankBill:page',
  follows: true,
  load: () => import('./Board.tsx'),
});
