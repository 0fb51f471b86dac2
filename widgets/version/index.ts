import { defineWidget } from '../../src/kit/index.ts';

export const settings = {};

export default defineWidget({
  id: 'version',
  version: 1,
  size: { w: 5, h: 4, minW: 3, minH: 3 },
  settings,
  defaults: {},
  load: () => import('./Version.tsx'),
});
