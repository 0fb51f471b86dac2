import { defineView } from '../../kit/index.ts';

/** The person's dashboard of widgets. */
export default defineView({
  id: 'dashboard',
  icon: 'dashboard',
  load: async () => ({ default: (await import('../../dashboard/Dashboard.tsx')).Dashboard }),
});
