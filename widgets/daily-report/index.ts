import { dict, flag, int, text } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  side: text({ required: true, pattern: 'collect|pay' }),
  currency: dict('currency', { required: true }),
  days: int({ required: true, min: 2, maximum: 92 }),
  linked: flag(),
};

export default defineWidget({
  id: 'daily-report',
  version: 1,
  needs: 'dailyReport:page',
  size: { w: 9, h: 8, minW: 4, minH: 4 },
  settings,
  defaults: { side: 'collect', currency: 'INR', days: 14, linked: true },
  load: () => import('./DailyReport.tsx'),
});
