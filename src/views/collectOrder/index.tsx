import { defineView } from '../../kit/index.ts';

/** Collection orders, composed by hand: the screen an operator works in all day. */
export default defineView({
  id: 'collectOrder',
  icon: 'orders',
  permission: 'collectOrder:page',
  load: () => import('./Orders.tsx'),
});
