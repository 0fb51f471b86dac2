import { defineView } from '../../kit/index.ts';

/** The person's dashboard of widgets. */
export default defineView({
  id: 'dashboard',
  icon: 'dashboard',
  apart: true,
  load: async () => ({ default: (await import('../../dashboard/Dashboard.tsx')).Dashboard }),
});
