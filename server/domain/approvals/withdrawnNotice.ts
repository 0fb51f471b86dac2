import type { PoolClient } from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { announce } from '../../platform/events/announce.ts';
import { commandNames } from './commandNames.ts';

/** A question that ended without an answer, since its row became another. */
export interface Withdrawn {
  questionId: string;
  tenantId: string;
  merchantId: string;
  makerId: string;
  orderNo: string;
  /** The route of what was asked for. */
  command: string;
}

/** Notifies whoever asked that nobody will answer any more. */
export function announceWithdrawn(
  tx: PoolClient,
  { questionId, tenantId, merchantId, makerId, orderNo, command }: Withdrawn,
  now: Date,
): Promise<void> {
  const [resource] = command.split('/');
  const [simplified, traditional, english] = commandNames(command);
  return announce(
    tx,
    {
      key: `approvalWithdrawn:${questionId}`,
      permission: `${resource}:page`,
      tenantId,
      userId: makerId,
      merchantId,
      link: { view: resource!, args: { anyId: orderNo } },
      title: localeTexts(
        `${simplified}的申请已撤回：${orderNo}`,
        `${traditional}的申請已撤回：${orderNo}`,
        `Withdrawn from approval: ${english}, ${orderNo}`,
      ),
      content: localeTexts(
        '该订单的状态已变，您的申请不再等待审批，也未执行。',
        '該訂單的狀態已變，您的申請不再等待審批，也未執行。',
        'The order became another one: what you asked for no longer waits, and was not done.',
      ),
    },
    now,
  );
}
