import { defineWidget } from '../../src/kit/index.ts';

export const settings = {};

export default defineWidget({
  id: 'about',
  version: 1,
  size: { w: 6, h: 6, minW: 5, minH: 6 },
  settings,
  defaults: {},
  load: () => import('./About.tsx'),
});
