import { defineView } from '../../kit/index.ts';

/** Forms that administrators draw, and that are filled in with manual orders. */
export default defineView({
  id: 'formDesign',
  icon: 'edit',
  permission: 'formDesign:page',
  load: () => import('./FormDesign.tsx'),
});
