import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import type { ViewProps } from '../../kit/index.ts';
import type { OrderKind } from '../../resource/orders/kind.ts';
import { OrderScreen } from '../../resource/orders/OrderScreen.tsx';

/** The order of the working day: who, how much, its state, who holds it. */
const kind: OrderKind = {
  resource: collectOrder,
  subject: 'collectOrder',
  statusDict: 'collectStatusEnum',
  bills: 'credit',
  first: [
    'orderNo',
    'merchantId',
    'utr',
    'amount',
    'currency',
    'status',
    'callbackStatus',
    'claimedBy',
    'createdAt',
    'upstreamId',
    'fee',
    'settled',
    'paidAmount',
    'merchantOrderNo',
  ],
  ownFirst: ['orderNo', 'amount', 'status', 'createdAt'],
  // With what they usually show the first nine stand in two thirds of a small screen.
  widths: {
    orderNo: 108,
    merchantId: 90,
    utr: 60,
    amount: 76,
    currency: 46,
    status: 64,
    settled: 48,
    callbackStatus: 72,
    claimedBy: 84,
    upstreamId: 80,
    fee: 60,
    createdAt: 80,
  },
  chips: ['status', 'createdAt', 'upstreamId', 'merchantId', 'amount'],
  buttons: ['claim', 'settle', 'batchSettle', 'notify', 'forceConfirm'],
  more: [
    'unclaim',
    'line',
    'repairProof',
    'queryUpstream',
    'submitUpstream',
    'resettle',
    'batchCallback',
    'line',
    'fundDetail',
    'callback',
    'orderLog',
    'print',
    'export',
    'line',
    'overrule',
    'correctReference',
    'reverse',
    'cancel',
  ],
  decisive: ['utr', 'payerId'],
  facts: [
    'merchantId',
    'merchantOrderNo',
    'upstreamOrderNo',
    'utr',
    'payerId',
    'paidAmount',
    'upstreamId',
    'channelId',
    'paidAt',
    'settledAt',
    'callbackUrl',
    'remark',
  ],
};

export default function Orders(props: ViewProps) {
  return <OrderScreen {...props} kind={kind} />;
}
