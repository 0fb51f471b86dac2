import { defineView } from '../../kit/index.ts';

/** What runs by time, what became of it, and what failed in the queue. */
export default defineView({
  id: 'sysJob',
  icon: 'clock',
  permission: 'sysJob:page',
  load: () => import('./Jobs.tsx'),
});
