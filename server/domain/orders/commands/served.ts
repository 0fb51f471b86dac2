import { collectOrder } from '../../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../../contract/resources/orders/payOrder.ts';
import { type Served, serve } from '../../../engine/serverHalf.ts';
import { paymentsOfOrder } from '../../payments/payment.ts';
import { openItems } from '../../payments/reviewItem.ts';
import { collectOrderActions } from './collectOrder.ts';
import { collectExplanations } from './explainRefusal.ts';
import { collectEstimates, payoutEstimates } from './estimates.ts';
import { payOrderActions } from './payOrder.ts';

export const servedByOrders: readonly Served[] = [
  serve(collectOrder, {
    commands: collectOrderActions,
    estimates: collectEstimates,
    explain: collectExplanations,
    detail: async (...asked) => ({
      ...(await openItems(...asked)),
      ...(await paymentsOfOrder(...asked)),
    }),
  }),
  serve(payOrder, {
    commands: payOrderActions,
    estimates: payoutEstimates,
    detail: openItems,
  }),
];
