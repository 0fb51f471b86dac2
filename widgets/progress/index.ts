import { flag, text } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  month: text({ required: true, pattern: 'this|last' }),
  linked: flag(),
};

export default defineWidget({
  id: 'progress',
  version: 1,
  needs: 'measureTarget:page',
  size: { w: 7, h: 7, minW: 4, minH: 4 },
  settings,
  defaults: { month: 'this', linked: true },
  load: () => import('./Progress.tsx'),
});
