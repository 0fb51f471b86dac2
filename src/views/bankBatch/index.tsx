import { defineView } from '../../kit/index.ts';

/** Statement files: uploaded here, read and matched in the background. */
export default defineView({
  id: 'bankBatch',
  icon: 'bank',
  permission: 'bankBatch:page',
  load: () => import('./Batches.tsx'),
});
