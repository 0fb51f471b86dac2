import { openResult } from '../support/openClient.ts';
import { keyOf } from './openKey.ts';
import { rowsOf } from './orders.ts';
import type { Product } from './product.ts';

export interface Payout {
  id: string;
  orderNo: string;
  merchantId: string;
  merchantName: string;
  currency: string;
  amount: string;
  fee: string;
  status: number;
  claimedBy: string | null;
}

/** A payout so large that a second person decides on it. */
export async function approvable(product: Product): Promise<Payout> {
  const { orderNo } = await openResult<{ orderNo: string }>(
    product.base,
    await keyOf(product),
    'payOrder/create',
    {
      merchantOrderNo: `E2E-${Date.now()}`,
      channelCode: 'UPI_QR',
      amount: '30000',
      isUpi: true,
      receivingAddress: 'asha@okaxis',
    },
  );
  const { items } = await rowsOf<Payout>(await product.as('finance'), 'payOrder', { orderNo });
  return items[0]!;
}
