import { defineView } from '../../kit/index.ts';

/** Notes of the staff on orders. */
export default defineView({
  id: 'orderNote',
  icon: 'message',
  permission: 'orderNote:page',
  load: () => import('./OrderNotes.tsx'),
});
