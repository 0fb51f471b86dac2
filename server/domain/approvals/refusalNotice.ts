import type { PoolClient } from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { announce } from '../../platform/events/announce.ts';

const MINUTE = 60_000;

interface Refusal {
  merchantId: string;
  questionId: string;
  tenantId: string;
  makerId: string;
  orderNo: string;
  checker: string;
  reason: string;
}

/** Notifies the maker that the second person refused, and why. */
export const announceRefusal = (
  tx: PoolClient,
  { merchantId, questionId, tenantId, makerId, orderNo, checker, reason }: Refusal,
  now: Date,
): Promise<void> =>
  announce(
    tx,
    {
      key: `approvalRefused:${questionId}`,
      withinMs: MINUTE,
      permission: 'collectOrder:page',
      tenantId,
      userId: makerId,
      merchantId,
      title: localeTexts(
        `强制确认被拒绝：${orderNo}`,
        `強制確認被拒絕：${orderNo}`,
        `Force confirm refused: ${orderNo}`,
      ),
      content: localeTexts(
        `${checker} 拒绝了您对该订单的强制确认，订单状态未变。原因：${reason}`,
        `${checker} 拒絕了您對該訂單的強制確認，訂單狀態未變。原因：${reason}`,
        `${checker} refused your force confirm; the order stands as it was. Reason: ${reason}`,
      ),
    },
    now,
  );
