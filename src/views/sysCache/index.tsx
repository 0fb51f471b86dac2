import { defineView } from '../../kit/index.ts';

/** What servers keep in memory for a moment. */
export default defineView({
  id: 'sysCache',
  icon: 'platform',
  permission: 'sysCache:page',
  load: () => import('./Caches.tsx'),
});
