import { dict, int } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  currency: dict('currency', { required: true }),
  hours: int({ required: true, min: 1, maximum: 744 }),
};

export default defineWidget({
  id: 'platform-overview',
  version: 1,
  needs: 'collectOrder:page',
  size: { w: 6, h: 7, minW: 4, minH: 5 },
  settings,
  defaults: { currency: 'INR', hours: 24 },
  load: () => import('./Overview.tsx'),
});
