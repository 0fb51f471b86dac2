import { dict, int } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = {
  currency: dict('currency', { required: true }),
  hours: int({ required: true, min: 1, maximum: 744 }),
};

export default defineWidget({
  id: 'bank-statistics',
  version: 1,
  needs: 'bankBill:page',
  size: { w: 9, h: 7, minW: 4, minH: 4 },
  settings,
  defaults: { currency: 'INR', hours: 168 },
  load: () => import('./BankStatistics.tsx'),
});
