import { defineView } from '../../kit/index.ts';

/** What one request led to, over all logs. */
export default defineView({
  id: 'logTrace',
  icon: 'log',
  permission: 'logTrace:page',
  load: () => import('./TraceView.tsx'),
});
