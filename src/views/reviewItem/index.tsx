import { defineView } from '../../kit/index.ts';

/** Money that needs a person's look although its order does not wait for one. */
export default defineView({
  id: 'reviewItem',
  icon: 'warning',
  permission: 'reviewItem:page',
  load: () => import('./ReviewItems.tsx'),
});
