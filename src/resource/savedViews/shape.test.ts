import { describe, expect, it } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { merchantAsset } from '../../../contract/resources/finance/merchantAsset.ts';
import { parseShape, sameShape, shippedShape } from './shape.ts';

describe('a stored view', () => {
  it('comes back as it was kept, relative dates relative', () => {
    const kept = {
      filters: { createdAt: { relative: 'today' }, status: [2], merchantId: ['7'] },
      sort: { field: 'amount', order: 'ascending' },
      columns: [{ colId: 'amount', hide: true, pinned: null }],
      formats: [],
      by: ['status'],
    };
    const shape = parseShape(collectOrder, JSON.stringify(kept));
    expect(shape).toEqual(kept);
    expect(
      sameShape(shape, { ...shape, filters: Object.fromEntries(Object.entries(shape.filters).reverse()) }),
    ).toBe(true);
    expect(sameShape(shape, { ...shape, columns: null })).toBe(false);
  });

  it.each([
    '',
    '{{{',
    '[]',
    '7',
    '{"filters":{"nothing":1},"sort":{"field":"nothing"},"columns":"x","formats":{}}',
  ])('of %s is the list itself', (text) => {
    expect(parseShape(merchantAsset, text)).toEqual({
      filters: {},
      sort: merchantAsset.sort,
      columns: null,
      formats: [],
      by: [],
    });
  });
});

describe('a view that ships', () => {
  it('names whoever looks at it, and dictionary values by number', () => {
    expect(shippedShape(collectOrder, 'reviewQueue').filters.status).toEqual([expect.any(Number)]);
    expect(shippedShape(collectOrder, 'largeToday')).toMatchObject({
      filters: { createdAt: { relative: 'today' } },
      sort: { field: 'amount', order: 'descending' },
    });
  });
});
