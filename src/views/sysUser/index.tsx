import { defineView } from '../../kit/index.ts';

/** People by organisation. */
export default defineView({
  id: 'sysUser',
  icon: 'user',
  permission: 'sysUser:page',
  load: () => import('./Accounts.tsx'),
});
