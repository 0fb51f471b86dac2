import { int } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = { shown: int({ required: true, min: 3, maximum: 50 }) };

export default defineWidget({
  id: 'notices',
  version: 1,
  size: { w: 6, h: 7, minW: 4, minH: 4 },
  settings,
  defaults: { shown: 10 },
  load: () => import('./Notices.tsx'),
});
