import { expect, it } from 'vitest';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { merchantAsset } from '../../../contract/resources/finance/merchantAsset.ts';
import { follow } from './followed.ts';

it('follows a colour without losing what the person set in addition', () => {
  const context = { resource: 'collectOrder', id: '9', orderNo: 'C1', merchantId: '1', source: 'tab' };
  expect(follow(fundDetail, { type: [1], merchantId: ['2'] }, context)).toEqual({ type: [1], orderNo: 'C1' });
  expect(follow(fundDetail, { type: [1], orderNo: 'C1' }, null)).toEqual({ type: [1] });
});

it('takes the merchant of an order where a list knows no orders', () => {
  const context = { resource: 'collectOrder', id: '9', orderNo: 'C1', merchantId: '1', source: 'tab' };
  expect(follow(merchantAsset, { currency: ['INR'] }, context)).toEqual({
    currency: ['INR'],
    merchantId: ['1'],
  });
});

it('shows what refers to an upstream, and lets go of it when the colour moves on', () => {
  const upstream = { resource: 'upstream', id: '4', source: 'tab' };
  const order = { resource: 'payOrder', id: '9', merchantId: '1', source: 'tab' };
  const first = follow(collectOrder, { status: [2] }, upstream);
  expect(first).toEqual({ status: [2], upstreamId: ['4'] });
  expect(follow(collectOrder, first, order, upstream)).toEqual({ status: [2], merchantId: ['1'] });
  expect(follow(collectOrder, first, null, upstream)).toEqual({ status: [2] });
});
