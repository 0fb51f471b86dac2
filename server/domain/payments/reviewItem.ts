import { amountText } from '../../../contract/money.ts';
import type { reviewItem } from '../../../contract/resources/orders/reviewItem.ts';
import type { ActionHandler, ActionHandlers, LockedRow } from '../../engine/action.ts';
import { can } from '../../platform/http/caller.ts';
import type { ServerHalf } from '../../engine/serverHalf.ts';
import { text } from '../orders/columns.ts';
import { writeOff } from './writeOff.ts';

const moneyOf = ({ amount, currency }: LockedRow) =>
  amount === null || currency === null ? {} : { amount: amountText(text(amount)), currency };

/** Somebody has found out what the money is and seen to it: the item is done, and its order stays as it is. */
const close: ActionHandler = async (context, row) => {
  if (context.dryRun) return { status: 'done', ...moneyOf(row) };
  const { caller, now } = context;
  const reason = String(context.input.reason ?? '').trim();
  const closed = { closerId: caller.userId, closedBy: caller.account, closedAt: now };
  await context.set({ status: 'done', reason, ...closed });
  const [orderId, merchantId] = [text(row.orderId), text(row.merchantId)];
  const about = { resource: text(row.orderKind), orderId, orderNo: text(row.orderNo), merchantId };
  await context.log({ ...about, event: 'closeReview', remark: reason });
  await context.emit(about.resource, orderId, 'update', merchantId);
  return { status: 'done' };
};

export const reviewItemActions: ActionHandlers<typeof reviewItem> = { close, writeOff };

/** Further keys of an order's detail: how many items wait about it, for those who may read them. */
export const openItems: NonNullable<ServerHalf['detail']> = async (pool, id, caller) => {
  if (!can(caller, 'reviewItem:page')) return {};
  const { rows } = await pool.query<{ open: number }>({
    name: 'review-open',
    text: "select count(*)::int as open from review_item where order_id = $1 and status = 'open'",
    values: [id],
  });
  return rows[0]!.open > 0 ? { reviewItems: rows[0]!.open } : {};
};
