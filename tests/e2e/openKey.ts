import type { OpenKey } from '../support/openClient.ts';
import type { Product } from './product.ts';

/** A key of the demo merchant's own, made as its administrator makes one. */
export async function keyOf(product: Product): Promise<OpenKey> {
  const admin = await product.as('admin');
  const merchant = await product.as('merchant');
  const { items } = await merchant.call<{ items: { merchantId: string }[] }>('merchantAsset/page', {});
  return admin.call<OpenKey>('openAccess/add', { status: 1, merchantId: items[0]!.merchantId });
}
