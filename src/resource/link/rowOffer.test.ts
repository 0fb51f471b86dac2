import { expect, it } from 'vitest';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { merchantAsset } from '../../../contract/resources/finance/merchantAsset.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import { resources } from '../../../contract/resources/index.ts';
import type { Caller } from '../../kit/index.ts';
import { matchOf } from './rowOffer.ts';

const caller = { can: () => true } as unknown as Caller;
const order = { id: '9', orderNo: 'C26112600001', merchantId: '4', merchantName: 'Acme' };

it('narrows a list to the closest of what relates the row to it', () => {
  const to = (target: Parameters<typeof matchOf>[0]) => matchOf(target, collectOrder, order, caller)?.filters;
  expect(to(fundDetail)).toEqual({ orderNo: 'C26112600001' });
  expect(to(merchantAsset)).toEqual({ merchantId: ['4'] });
  // Its number is none of a payout.
  expect(to(payOrder)).toEqual({ merchantId: ['4'] });
  const upstream = { id: '7', name: 'Sandbox' };
  expect(matchOf(payOrder, resources.get('upstream')!, upstream, caller)?.filters).toEqual({
    upstreamId: ['7'],
  });
});

it('knows nothing of a list that refers to none of it', () => {
  expect(matchOf(resources.get('sysRole')!, collectOrder, order, caller)).toBeUndefined();
});
