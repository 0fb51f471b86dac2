import { defineView } from '../../kit/index.ts';

/** Roles, and what somebody with one would see. */
export default defineView({
  id: 'sysRole',
  icon: 'user',
  permission: 'sysRole:page',
  load: () => import('./Roles.tsx'),
});
