import { int } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = { shown: int({ required: true, min: 5, maximum: 200 }) };

export default defineWidget({
  id: 'commit-history',
  version: 1,
  size: { w: 8, h: 8, minW: 4, minH: 4 },
  settings,
  defaults: { shown: 50 },
  load: () => import('./Commits.tsx'),
});
