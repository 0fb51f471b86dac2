import { expect, it } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { changesOf } from './changes.ts';

it('says which cells changed and which way numbers went, without floating point', () => {
  const before = { id: '1', amount: '0.3', fee: '12', status: 1, claimedBy: null, utr: 'x' };
  const after = { id: '1', amount: '0.30000001', fee: '11.99', status: 2, claimedBy: '7', utr: 'x' };
  expect(changesOf(collectOrder.fields, before, after)).toEqual(
    new Map([
      ['amount', 'up'],
      ['status', 'other'],
      ['claimedBy', 'other'],
      ['fee', 'down'],
    ]),
  );
});

it('counts a renamed reference as a change of its column that moves nothing', () => {
  const changes = changesOf(
    collectOrder.fields,
    { id: '1', merchantId: '2', merchantName: 'A' },
    { id: '1', merchantId: '2', merchantName: 'B' },
  );
  expect(changes).toEqual(new Map([['merchantId', 'words']]));
});
