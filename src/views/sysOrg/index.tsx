import { defineView } from '../../kit/index.ts';

/** The organisation as a tree. */
export default defineView({
  id: 'sysOrg',
  icon: 'system',
  permission: 'sysOrg:page',
  load: () => import('./Organisations.tsx'),
});
