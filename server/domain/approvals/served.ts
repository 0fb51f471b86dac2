import { approvalRule } from '../../../contract/resources/finance/approvalRule.ts';
import { approval } from '../../../contract/resources/orders/approval.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { approvalDelegates } from './answering.ts';
import { approvalActions } from './approval.ts';
import { approvalRuleActions, approvalRuleWrite, refuseLooser } from './approvalRule.ts';
import { waitsForSql } from './flowPeople.ts';
import { flowOf } from './flowRead.ts';
import { wayOf } from './way.ts';

export const servedByApprovals: readonly Served[] = [
  serve(approval, {
    commands: approvalActions,
    delegates: approvalDelegates,
    // Whether a step asks the caller is known row by row.
    estimates: { agree: { rowByRow: true }, refuse: { rowByRow: true } },
    elsewhere: { waitsFor: waitsForSql },
    // Who is about it is the platform's own.
    detail: async (pool, id, { merchantId, locale, isTenants, tenantId }) =>
      merchantId === null ? { way: await wayOf(pool, id, locale, isTenants ? tenantId : null) } : {},
  }),
  serve(approvalRule, {
    commands: approvalRuleActions,
    beforeWrite: approvalRuleWrite,
    afterWrite: refuseLooser,
    detail: async (pool, id, { locale }) => ({ flow: await flowOf(pool, id, locale) }),
  }),
];
