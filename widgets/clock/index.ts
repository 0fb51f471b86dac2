import { flag } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = { seconds: flag(), world: flag() };

export default defineWidget({
  id: 'clock',
  version: 1,
  size: { w: 5, h: 7, minW: 4, minH: 3 },
  settings,
  defaults: { seconds: true, world: true },
  load: () => import('./Clock.tsx'),
});
