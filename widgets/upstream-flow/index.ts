import { dict, flag, int } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  currency: dict('currency', { required: true }),
  hours: int({ required: true, min: 2, maximum: 168 }),
  linked: flag(),
};

export default defineWidget({
  id: 'upstream-flow',
  version: 1,
  needs: 'upstream:page',
  size: { w: 9, h: 7, minW: 5, minH: 5 },
  settings,
  defaults: { currency: 'INR', hours: 24, linked: true },
  load: () => import('./UpstreamFlow.tsx'),
});
