import { dict, int, text } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  side: text({ required: true, pattern: 'collect|pay' }),
  currency: dict('currency', { required: true }),
  hours: int({ required: true, min: 1, maximum: 168 }),
};

export default defineWidget({
  id: 'my-channels',
  version: 1,
  needs: 'channelBinding:page',
  size: { w: 9, h: 7, minW: 4, minH: 4 },
  settings,
  defaults: { side: 'collect', currency: 'INR', hours: 24 },
  load: () => import('./MyChannels.tsx'),
});
