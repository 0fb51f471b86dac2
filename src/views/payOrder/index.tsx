import { defineView } from '../../kit/index.ts';

/** Payout orders, composed like the collection orders beside them. */
export default defineView({
  id: 'payOrder',
  icon: 'payOrders',
  permission: 'payOrder:page',
  load: () => import('./PayOrders.tsx'),
});
