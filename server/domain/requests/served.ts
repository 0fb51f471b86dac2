import { adjustment } from '../../../contract/resources/finance/adjustment.ts';
import { manualOrder } from '../../../contract/resources/finance/manualOrder.ts';
import { rechargeOrder } from '../../../contract/resources/finance/rechargeOrder.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { takeForm } from '../forms/fill.ts';
import { refuseShort, signedAmount } from './askAdjustment.ts';
import { askRequest } from '../approvals/askRequest.ts';
import { beginRequest } from './requestBegin.ts';
import { adjustmentActions, manualOrderActions, rechargeOrderActions } from './requests.ts';

export const servedByRequests: readonly Served[] = [
  serve(adjustment, {
    commands: adjustmentActions,
    async beforeWrite(context) {
      const { values } = context;
      values.amount = signedAmount(String(values.amount), values.kind);
      await beginRequest(context, 'adjustment');
      await refuseShort(context);
    },
    afterWrite: ({ tx, id, now }) => askRequest(tx, 'adjustment', id, now),
  }),
  serve(rechargeOrder, {
    commands: rechargeOrderActions,
    beforeWrite: (context) => beginRequest(context, 'rechargeOrder'),
  }),
  serve(manualOrder, {
    commands: manualOrderActions,
    async beforeWrite(context) {
      await takeForm(context, 'manualOrder');
      await beginRequest(context, 'manualOrder');
    },
  }),
];
