import { defineView } from '../../kit/index.ts';

/** Lists side by side, row by row. */
export default defineView({
  id: 'comparison',
  icon: 'columns',
  apart: true,
  load: () => import('./Comparison.tsx'),
});
