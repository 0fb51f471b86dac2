import { expect, it } from 'vitest';
import { claimsOf } from './claims.ts';

it('counts no order that has been confirmed, reversed or paid out', () => {
  expect(claimsOf('collectOrder', '7')).toEqual({ claimedBy: '7', status: [0, 1, 3, 4, 5, 7] });
  expect(claimsOf('payOrder', '7')).toEqual({ claimedBy: '7', status: [0, 1, 2, 3, 9] });
});
