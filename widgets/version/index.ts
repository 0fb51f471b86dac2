import { defineWidget } from '../../src/kit/index.ts';

export const settings = {};

export default defineWidget({
  id: 'version',
  version: 1,
  size: { w: 5, h: 5, minW: 4, minH: 5 },
  settings,
  defaults: {},
  load: () => import('./Version.tsx'),
});
