import { defineView } from '../../kit/index.ts';

/** Countries, states, cities and districts. */
export default defineView({
  id: 'sysRegion',
  icon: 'globe',
  permission: 'sysRegion:page',
  load: () => import('./Regions.tsx'),
});
