import { defineWidget } from '../../src/kit/index.ts';

export const settings = {};

export default defineWidget({
  id: 'about',
  version: 1,
  size: { w: 6, h: 5, minW: 4, minH: 4 },
  settings,
  defaults: {},
  load: () => import('./About.tsx'),
});
