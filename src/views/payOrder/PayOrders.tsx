import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import type { ViewProps } from '../../kit/index.ts';
import type { OrderKind } from '../../resource/orders/kind.ts';
import { OrderBody } from '../../resource/orders/OrderBody.tsx';
import { OrderScreen } from '../../resource/orders/OrderScreen.tsx';

/** As for collections, with whom the money goes to and how often it was sent. */
const kind: OrderKind = {
  resource: payOrder,
  statusDict: 'payStatusEnum',
  bills: 'debit',
  first: [
    'orderNo',
    'merchantId',
    'beneficiary',
    'amount',
    'currency',
    'status',
    'attempts',
    'callbackStatus',
    'claimedBy',
    'upstreamId',
    'fee',
    'createdAt',
    'utr',
    'merchantOrderNo',
  ],
  ownFirst: ['orderNo', 'amount', 'status', 'createdAt'],
  widths: {
    orderNo: 108,
    merchantId: 90,
    beneficiary: 96,
    amount: 76,
    currency: 46,
    status: 64,
    attempts: 40,
    callbackStatus: 72,
    claimedBy: 84,
    upstreamId: 80,
    createdAt: 80,
    utr: 64,
    fee: 60,
  },
  chips: ['status', 'createdAt', 'upstreamId', 'merchantId', 'amount'],
  buttons: ['claim', 'approve', 'submitUpstream', 'notify', 'forceConfirm'],
  more: [
    'unclaim',
    'line',
    'queryUpstream',
    'repairProof',
    'line',
    'fundDetail',
    'callback',
    'orderLog',
    'export',
    'line',
    'deny',
    'overrule',
    'markReturned',
    'cancel',
  ],
  decisive: ['beneficiary', 'bankName', 'bankAccount', 'ifsc', 'receivingAddress', 'trcAddress'],
  facts: [
    'beneficiary',
    'bankName',
    'bankAccount',
    'ifsc',
    'receivingAddress',
    'trcAddress',
    'merchantOrderNo',
    'upstreamOrderNo',
    'upstreamStatus',
    'utr',
    'upstreamId',
    'channelId',
    'submittedAt',
    'paidAt',
    'returnedAt',
    'callbackUrl',
    'remark',
  ],
  body: (pending) => (pending.count === 1 ? <OrderBody pending={pending} kind={kind} /> : undefined),
};

export default function PayOrders(props: ViewProps) {
  return <OrderScreen {...props} kind={kind} />;
}
