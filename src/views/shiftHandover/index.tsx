import { defineView } from '../../kit/index.ts';

/** Shifts given to a colleague. */
export default defineView({
  id: 'shiftHandover',
  icon: 'system',
  permission: 'shiftHandover:page',
  load: () => import('./Handovers.tsx'),
});
