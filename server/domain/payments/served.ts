import { payment } from '../../../contract/resources/bank/payment.ts';
import { reviewItem } from '../../../contract/resources/orders/reviewItem.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { paymentHalf } from './payment.ts';
import { reviewItemActions } from './reviewItem.ts';

export const servedByPayments: readonly Served[] = [
  serve(reviewItem, { commands: reviewItemActions }),
  serve(payment, paymentHalf),
];
