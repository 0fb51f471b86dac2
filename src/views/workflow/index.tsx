import { defineView } from '../../kit/index.ts';

/** Approval flows, drawn: who decides about which amounts, in which steps. */
export default defineView({
  id: 'workflow',
  icon: 'check',
  permission: 'workflow:page',
  load: () => import('./Workflow.tsx'),
});
