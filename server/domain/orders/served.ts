import { adjustment } from '../../../contract/resources/finance/adjustment.ts';
import { approvalRule } from '../../../contract/resources/finance/approvalRule.ts';
import { manualOrder } from '../../../contract/resources/finance/manualOrder.ts';
import { rechargeOrder } from '../../../contract/resources/finance/rechargeOrder.ts';
import { withdrawal } from '../../../contract/resources/finance/withdrawal.ts';
import { merchant } from '../../../contract/resources/merchants/merchant.ts';
import { approval } from '../../../contract/resources/orders/approval.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import { reviewItem } from '../../../contract/resources/orders/reviewItem.ts';
import type { MakeHandlers } from '../../engine/action.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { approvalActions } from './approval.ts';
import { approvalRuleWrite } from './approvalRule.ts';
import { signedAmount } from './askAdjustment.ts';
import { collectOrderActions } from './collectOrder.ts';
import { collectEstimates, payoutEstimates } from './estimates.ts';
import { merchantActions } from './merchant.ts';
import { merchantWrite } from './merchantWrite.ts';
import { payOrderActions } from './payOrder.ts';
import { beginRequest } from './requestBegin.ts';
import { adjustmentActions, manualOrderActions, rechargeOrderActions } from './requests.ts';
import { openItems, reviewItemActions } from './reviewItem.ts';
import { whatWaits } from './secondPerson.ts';
import { whyNotCollectOrder } from './whyNot.ts';
import { withdrawalActions } from './withdrawal.ts';
import { apply } from './withdrawalApply.ts';

export const servedByActions: readonly Served[] = [
  serve(collectOrder, {
    commands: collectOrderActions,
    estimates: collectEstimates,
    explain: whyNotCollectOrder,
    detail: async (...asked) => ({ ...(await whatWaits(...asked)), ...(await openItems(...asked)) }),
  }),
  serve(payOrder, { commands: payOrderActions, estimates: payoutEstimates, detail: openItems }),
  serve(approval, { commands: approvalActions }),
  serve(reviewItem, { commands: reviewItemActions }),
  serve(merchant, { commands: merchantActions, beforeWrite: merchantWrite }),
  serve(approvalRule, { beforeWrite: approvalRuleWrite }),
  serve(withdrawal, {
    commands: withdrawalActions,
    makers: { apply } satisfies MakeHandlers<typeof withdrawal>,
  }),
  serve(adjustment, {
    commands: adjustmentActions,
    async beforeWrite(context) {
      const { values } = context;
      values.amount = signedAmount(String(values.amount), values.kind);
      await beginRequest(context, 'adjustment');
    },
  }),
  serve(rechargeOrder, {
    commands: rechargeOrderActions,
    beforeWrite: (context) => beginRequest(context, 'rechargeOrder'),
  }),
  serve(manualOrder, {
    commands: manualOrderActions,
    beforeWrite: (context) => beginRequest(context, 'manualOrder'),
  }),
];
