import { dict, flag, text } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  by: text({ required: true, pattern: 'currency|merchant' }),
  currency: dict('currency', { required: true }),
  linked: flag(),
};

export default defineWidget({
  id: 'assets',
  version: 1,
  needs: 'merchantAsset:page',
  size: { w: 9, h: 8, minW: 4, minH: 4 },
  settings,
  defaults: { by: 'currency', currency: 'INR', linked: true },
  load: () => import('./Assets.tsx'),
});
