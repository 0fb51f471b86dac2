import { defineView } from '../../kit/index.ts';

/** The platform's own day per currency. */
export default defineView({
  id: 'profitReport',
  icon: 'report',
  permission: 'profitReport:page',
  load: () => import('./ProfitReports.tsx'),
});
