import { defineView } from '../../kit/index.ts';

/** Tables of the database with their columns, indexes and relations, to be read. */
export default defineView({
  id: 'sysDatabase',
  icon: 'develop',
  permission: 'sysDatabase:page',
  load: () => import('./Database.tsx'),
});
