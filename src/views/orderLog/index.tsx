import { defineView } from '../../kit/index.ts';

/** What was done to orders and by whom. */
export default defineView({
  id: 'orderLog',
  icon: 'log',
  permission: 'orderLog:page',
  follows: true,
  load: () => import('./OrderLogs.tsx'),
});
