import { defineView } from '../../kit/index.ts';

/** Keys with which systems of tenants sign as somebody: how they do, and which of their calls were refused. */
export default defineView({
  id: 'sysOpenAccess',
  icon: 'key',
  permission: 'sysOpenAccess:page',
  load: () => import('./Identities.tsx'),
});
