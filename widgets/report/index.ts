import { dict, flag, int, text } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  measure: text({ required: true, max: 80 }),
  by: text({ required: true, max: 60 }),
  shape: text({ required: true, pattern: 'table|bar|pie' }),
  currency: dict('currency', { required: true }),
  hours: int({ required: true, min: 1, maximum: 8784 }),
  shown: int({ required: true, min: 3, maximum: 50 }),
  linked: flag(),
};

export default defineWidget({
  id: 'report',
  version: 1,
  size: { w: 8, h: 8, minW: 4, minH: 4 },
  settings,
  defaults: {
    measure: 'collectOrder.collected',
    by: 'merchantId',
    shape: 'table',
    currency: 'INR',
    hours: 168,
    shown: 20,
    linked: true,
  },
  choices: () => import('./choices.ts'),
  load: () => import('./Report.tsx'),
});
