import { expect, it } from 'vitest';
import { type Binding, sideOf } from './terms.ts';

const binding: Binding = {
  id: '1',
  channelId: '2',
  channelName: 'UPI',
  status: 1,
  isCollect: true,
  rate: '0.02',
  fixed: '1',
  miniAmount: '100',
  maxAmount: '50000',
  isPay: false,
  payRate: '0.01',
  payFixed: '5',
  payMiniAmount: '500',
  payMaxAmount: '10000',
};

it('has the terms of the side that the channel is for', () => {
  expect(sideOf(binding, 'collect')).toEqual({ rate: '0.02', fixed: '1', least: '100', most: '50000' });
  expect(sideOf(binding, 'pay')).toBeUndefined();
  expect(sideOf({ ...binding, isPay: true }, 'pay')).toEqual({
    rate: '0.01',
    fixed: '5',
    least: '500',
    most: '10000',
  });
});
