import { defineView } from '../../kit/index.ts';

/** What people write for others, and who has read it. */
export default defineView({
  id: 'sysNotice',
  icon: 'bell',
  permission: 'sysNotice:page',
  load: () => import('./Notices.tsx'),
});
