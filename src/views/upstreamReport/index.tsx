import { defineView } from '../../kit/index.ts';

/** What went through each upstream on a day, and what was left of the fees. */
export default defineView({
  id: 'upstreamReport',
  icon: 'report',
  permission: 'upstreamReport:page',
  load: () => import('./UpstreamReports.tsx'),
});
