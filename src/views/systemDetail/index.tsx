import { defineView } from '../../kit/index.ts';

/** The platform's own accounts, and every posting on them. */
export default defineView({
  id: 'systemDetail',
  icon: 'finance',
  permission: 'systemDetail:page',
  load: () => import('./SystemDetails.tsx'),
});
