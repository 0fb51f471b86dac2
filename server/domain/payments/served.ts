import { reviewItem } from '../../../contract/resources/orders/reviewItem.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { reviewItemActions } from './reviewItem.ts';

export const servedByPayments: readonly Served[] = [serve(reviewItem, { commands: reviewItemActions })];
