import { dictValues } from '../../../contract/dicts.ts';
import {
  APPROVAL_STATUS,
  BILL_STATUS,
  CALLBACK_STATUS,
  COLLECT_STATUS,
  PAY_STATUS,
} from '../../platform/db/statuses.ts';

const WITHDRAWAL = dictValues('withdrawalStatusEnum');

/** What waits, by the measure that counts it: rows with the columns that a rule can be narrowed by, over alias t. */
export interface Level {
  from: string;
  columns: readonly ('upstream_id' | 'channel_id' | 'merchant_id')[];
  /** SQL of what a row adds to the sum; counts only where absent. */
  amount?: string;
}

const ORDER = ['upstream_id', 'channel_id', 'merchant_id'] as const;

/** Each condition is one that an index serves: they are asked every quarter hour, over tables of any size. */
export const LEVELS: Readonly<Record<string, Level>> = {
  'collectOrder.open': {
    from: `collect_order t where t.status in (${COLLECT_STATUS.created}, ${COLLECT_STATUS.paying})`,
    columns: ORDER,
  },
  'collectOrder.review': {
    from: `collect_order t where t.status = ${COLLECT_STATUS.review}`,
    columns: ORDER,
  },
  // The planned tries lead to the orders: the order's own column has no index.
  'collectOrder.notifying': {
    from: `collect_order t where t.callback_status = ${CALLBACK_STATUS.sending} and t.id in (
      select s.order_id from callback_schedule s where s.state = ${CALLBACK_STATUS.sending} and s.kind = 'collect')`,
    columns: ORDER,
  },
  'payOrder.open': {
    from: `pay_order t where t.status in (${PAY_STATUS.created}, ${PAY_STATUS.approving}, ${PAY_STATUS.queued}, ${PAY_STATUS.processing})`,
    columns: ORDER,
  },
  'payOrder.unknown': { from: `pay_order t where t.status = ${PAY_STATUS.unknown}`, columns: ORDER },
  'payment.inSuspense': {
    from: `payment t where t.status = 'suspended'`,
    columns: ['upstream_id', 'merchant_id'],
    amount: 't.suspended',
  },
  'reviewItem.open': {
    from: `review_item t where t.status = 'open'`,
    columns: ['upstream_id', 'merchant_id'],
  },
  'approval.waiting': {
    from: `approval t where t.status = ${APPROVAL_STATUS.waiting}`,
    columns: ['merchant_id'],
  },
  'withdrawal.waiting': {
    from: `withdrawal t where t.status in (${WITHDRAWAL.applied}, ${WITHDRAWAL.rateConfirmed})`,
    columns: ['merchant_id'],
  },
  'bankBill.unmatched': { from: `bank_bill t where t.status = ${BILL_STATUS.unmatched}`, columns: [] },
};
