import { approvalRule } from '../../../contract/resources/finance/approvalRule.ts';
import { approval } from '../../../contract/resources/orders/approval.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { approvalActions } from './approval.ts';
import { approvalRuleWrite } from './approvalRule.ts';

export const servedByApprovals: readonly Served[] = [
  serve(approval, { commands: approvalActions }),
  serve(approvalRule, { beforeWrite: approvalRuleWrite }),
];
