import { flag } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = { hideDone: flag(), lunar: flag() };

export default defineWidget({
  id: 'schedule',
  version: 1,
  size: { w: 9, h: 10, minW: 5, minH: 7 },
  settings,
  defaults: { hideDone: false, lunar: true },
  load: () => import('./Schedule.tsx'),
});
