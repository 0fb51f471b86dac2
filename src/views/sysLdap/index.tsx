import { defineView } from '../../kit/index.ts';

/** Directories that people come from. */
export default defineView({
  id: 'sysLdap',
  icon: 'user',
  permission: 'sysLdap:page',
  load: () => import('./Directories.tsx'),
});
