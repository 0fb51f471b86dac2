import { dict, flag, int } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  currency: dict('currency', { required: true }),
  hours: int({ required: true, min: 1, maximum: 168 }),
  linked: flag(),
};

export default defineWidget({
  id: 'channel',
  version: 1,
  needs: 'channel:page',
  size: { w: 9, h: 7, minW: 4, minH: 4 },
  settings,
  defaults: { currency: 'INR', hours: 24, linked: true },
  load: () => import('./Channels.tsx'),
});
