import type { PoolClient } from 'pg';
import { commandNames } from './commandNames.ts';
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
  /** Nobody answered in time, and the flow leaves it at that: it may be asked for again. */
  lapsed?: boolean;
}

function lapseTexts({ command, orderNo }: Refusal) {
  const [simplified, traditional, english] = commandNames(command);
  return {
    title: localeTexts(
      `${simplified}审批超时：${orderNo}`,
      `${traditional}審批逾時：${orderNo}`,
      `${english} lapsed: ${orderNo}`,
    ),
    content: localeTexts(
      `无人在限时内答复您提请的${simplified}，未记账；可重新提请。`,
      `無人在限時內答覆您提請的${traditional}，未記帳；可重新提請。`,
      `Nobody answered in time what you asked for (${english}). Nothing was booked; you can ask again.`,
    ),
  };
}

function textsOf({ command, orderNo, checker, reason }: Refusal) {
  const [simplified, traditional, english] = commandNames(command);
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

/** Notifies the maker that it was refused and why, or that nobody answered it. */
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
      ...(refusal.lapsed ? lapseTexts(refusal) : textsOf(refusal)),
    },
    now,
  );
