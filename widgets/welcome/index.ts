import { flag } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = { hideDone: flag() };

export default defineWidget({
  id: 'welcome',
  version: 1,
  size: { w: 8, h: 6, minW: 6, minH: 5 },
  settings,
  defaults: { hideDone: false },
  load: () => import('./Welcome.tsx'),
});
