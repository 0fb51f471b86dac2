import { defineWidget } from '../../src/kit/index.ts';

export const settings = {};

export default defineWidget({
  id: 'quick-access',
  version: 1,
  size: { w: 7, h: 5, minW: 3, minH: 4 },
  settings,
  defaults: {},
  load: () => import('./QuickAccess.tsx'),
});
