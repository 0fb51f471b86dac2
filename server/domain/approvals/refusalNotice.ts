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
  /** The route of what was asked for. */
  command: string;
  /** Null where nobody answered in time. */
  checker: string | null;
  reason: string;
}

/** What was asked for: in Simplified and Traditional Chinese and English. */
const COMMANDS: Readonly<Record<string, readonly [string, string, string]>> = {
  'collectOrder/forceConfirm': ['强制确认', '強制確認', 'Force confirm'],
  'collectOrder/settle': ['代收结算', '代收結算', 'Settlement'],
  'collectOrder/resettle': ['重新结算', '重新結算', 'Second settlement'],
  'collectOrder/reverse': ['代收冲正', '代收沖正', 'Reversal'],
  'payOrder/approve': ['代付出款', '代付出款', 'Payout'],
  'payOrder/forceConfirm': ['强制确认代付', '強制確認代付', 'Force confirm of the payout'],
  'payOrder/confirmFailed': ['确认代付失败', '確認代付失敗', 'Failure of the payout'],
  'payOrder/markReturned': ['代付退回', '代付退回', 'Return of the payout'],
  'reviewItem/writeOff': ['误报冲回', '誤報沖回', 'Write-off'],
  'withdrawal/complete': ['提现完成', '提領完成', 'Completion of the withdrawal'],
  'adjustment/approve': ['资金调整', '資金調整', 'Adjustment'],
  'rechargeOrder/approve': ['充值订单', '充值訂單', 'Recharge'],
  'manualOrder/approve': ['手工订单', '手工訂單', 'Manual order'],
};

function textsOf({ command, orderNo, checker, reason }: Refusal) {
  const [simplified, traditional, english] = COMMANDS[command] ?? [command, command, command];
  const title = localeTexts(
    `${simplified}被拒绝：${orderNo}`,
    `${traditional}被拒絕：${orderNo}`,
    `${english} refused: ${orderNo}`,
  );
  const content =
    checker === null
      ? localeTexts(
          `无人在限时内答复，${simplified}按审批流程被拒绝。`,
          `無人在限時內答覆，${traditional}依審批流程被拒絕。`,
          `Nobody answered in time, so the approval flow refused: ${english}.`,
        )
      : localeTexts(
          `${checker} 拒绝了您对该订单的${simplified}，订单状态未变。原因：${reason}`,
          `${checker} 拒絕了您對該訂單的${traditional}，訂單狀態未變。原因：${reason}`,
          `${checker} refused what you asked for; the order stays as it was. Reason: ${reason}`,
        );
  return { title, content };
}

/** Notifies the maker that it was refused, and why. */
export const announceRefusal = (tx: PoolClient, refusal: Refusal, now: Date): Promise<void> =>
  announce(
    tx,
    {
      key: `approvalRefused:${refusal.questionId}`,
      withinMs: MINUTE,
      // Whoever may ask for it sees the list that it is in.
      permission: `${refusal.command.split('/')[0]}:page`,
      tenantId: refusal.tenantId,
      userId: refusal.makerId,
      merchantId: refusal.merchantId,
      ...textsOf(refusal),
    },
    now,
  );
