import { dict, flag, int, text } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  measure: text({ required: true, max: 80 }),
  shape: text({ required: true, pattern: 'line|bar|stacked|pie|heat' }),
  by: text({ max: 60 }),
  currency: dict('currency', { required: true }),
  hours: int({ required: true, min: 2, maximum: 8784 }),
  linked: flag(),
};

export default defineWidget({
  id: 'charts',
  version: 1,
  size: { w: 9, h: 7, minW: 4, minH: 5 },
  settings,
  defaults: {
    measure: 'collectOrder.collected',
    shape: 'bar',
    by: '',
    currency: 'INR',
    hours: 168,
    linked: true,
  },
  choices: () => import('./choices.ts'),
  load: () => import('./Charts.tsx'),
});
