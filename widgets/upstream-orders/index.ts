import { dict, flag, int, text } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  side: text({ required: true, pattern: 'collect|pay' }),
  currency: dict('currency', { required: true }),
  hours: int({ required: true, min: 1, maximum: 168 }),
  linked: flag(),
};

export default defineWidget({
  id: 'upstream-orders',
  version: 1,
  needs: 'upstream:page',
  size: { w: 9, h: 7, minW: 4, minH: 4 },
  settings,
  defaults: { side: 'collect', currency: 'INR', hours: 24, linked: true },
  load: () => import('./UpstreamOrders.tsx'),
});
