import { defineView } from '../../kit/index.ts';

/** Requests that failed unexpectedly, by what failed and one by one. */
export default defineView({
  id: 'sysLogEx',
  icon: 'warning',
  permission: 'sysLogEx:page',
  load: () => import('./Exceptions.tsx'),
});
