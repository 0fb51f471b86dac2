import { defineView } from '../../kit/index.ts';

/** How the servers and the database are, now and over the last minutes. */
export default defineView({
  id: 'sysServer',
  icon: 'platform',
  permission: 'sysServer:page',
  load: () => import('./Monitoring.tsx'),
});
