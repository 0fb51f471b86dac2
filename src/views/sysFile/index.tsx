import { defineView } from '../../kit/index.ts';

/** Files that people uploaded. */
export default defineView({
  id: 'sysFile',
  icon: 'platform',
  permission: 'sysFile:page',
  load: () => import('./Files.tsx'),
});
