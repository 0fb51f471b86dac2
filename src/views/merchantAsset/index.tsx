import { defineView } from '../../kit/index.ts';

/** What merchants hold, and the check of it against its postings. */
export default defineView({
  id: 'merchantAsset',
  icon: 'finance',
  permission: 'merchantAsset:page',
  follows: true,
  load: () => import('./Assets.tsx'),
});
