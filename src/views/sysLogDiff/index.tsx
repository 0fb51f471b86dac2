import { defineView } from '../../kit/index.ts';

/** What was changed of the system's own rows, before and after. */
export default defineView({
  id: 'sysLogDiff',
  icon: 'log',
  permission: 'sysLogDiff:page',
  load: () => import('./DifferenceLog.tsx'),
});
