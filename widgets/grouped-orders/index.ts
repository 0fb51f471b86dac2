import { dict, int, text } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  by: text({ required: true, pattern: 'status|upstream|channel|merchant' }),
  currency: dict('currency', { required: true }),
  hours: int({ required: true, min: 1, maximum: 168 }),
};

export default defineWidget({
  id: 'grouped-orders',
  version: 1,
  needs: 'collectOrder:page',
  size: { w: 7, h: 7, minW: 5, minH: 4 },
  settings,
  defaults: { by: 'status', currency: 'INR', hours: 24 },
  choices: () => import('./choices.ts'),
  load: () => import('./Grouped.tsx'),
});
