import { defineView } from '../../kit/index.ts';

/** What upstreams report themselves, entered by hand and compared with what is computed. */
export default defineView({
  id: 'upstreamEntry',
  icon: 'report',
  permission: 'upstreamEntry:page',
  load: () => import('./UpstreamEntries.tsx'),
});
