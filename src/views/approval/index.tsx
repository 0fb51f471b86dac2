import { defineView } from '../../kit/index.ts';

/** What waits for a second person, and what became of it. */
export default defineView({
  id: 'approval',
  icon: 'check',
  permission: 'approval:page',
  load: () => import('./Approvals.tsx'),
});
