import { defineView } from '../../kit/index.ts';

/** What a merchant's orders of a day came to; a run makes the days again. */
export default defineView({
  id: 'dailyReport',
  icon: 'report',
  permission: 'dailyReport:page',
  load: () => import('./DailyReports.tsx'),
});
