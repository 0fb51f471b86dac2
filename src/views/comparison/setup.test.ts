// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../contract/resource.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import {
  columnsOfSide,
  parseLeading,
  parsePairing,
  parsePart,
  parseSides,
  proposedCompared,
  proposedKey,
} from './setup.ts';

const lists = (...ids: string[]): Resource[] => ids.map((id) => resourceOf(id));

describe('what lists are aligned by', () => {
  it.each([
    [['collectOrder', 'fundDetail'], [['orderNo', 'orderNo']]],
    [['bankBill', 'payment', 'collectOrder'], [['orderNo', 'orderNo', 'orderNo']]],
    // In one list no row has the number of another.
    [['collectOrder', 'collectOrder'], [['merchantId', 'merchantId']]],
    [
      ['merchantAsset', 'dailyReport'],
      [
        ['merchantId', 'merchantId'],
        ['currency', 'currency'],
      ],
    ],
  ])('%j', (ids, key) => {
    expect(proposedKey(lists(...ids))).toEqual(key);
  });

  it('is compared only where it means the same', () => {
    const pair = lists('collectOrder', 'payOrder');
    const compared = proposedCompared(pair, [['merchantOrderNo', 'merchantOrderNo']]);
    expect(compared.slice(0, 3)).toEqual([
      ['amount', 'amount'],
      ['currency', 'currency'],
      ['merchantId', 'merchantId'],
    ]);
    // The states of the two kinds are two dictionaries.
    expect(compared.flat()).not.toContain('status');
  });
});

describe('a stored comparison', () => {
  const pair = lists('bankBill', 'collectOrder');

  it('keeps what fits its lists', () => {
    const pairing = { key: [['orderNo|candidateNo', 'orderNo']], compared: [['utr', null]] };
    expect(parsePairing(pair, pairing)).toEqual(pairing);
    expect(parsePart({ show: 'apart', lacking: 1 }, 2)).toEqual({ show: 'apart', lacking: 1 });
    expect(parseLeading(1, 2)).toBe(1);
  });

  it.each([
    undefined,
    null,
    'x',
    { key: 'x' },
    { key: [['nothing', 'orderNo']] },
    { key: [['orderNo']] },
    { key: [] },
  ])('that is %j begins with what is proposed', (raw) => {
    expect(parsePairing(pair, raw).key).toEqual([['orderNo', 'orderNo']]);
  });

  it('drops what is no list and what nobody can show', () => {
    expect(
      parseSides([{ resource: 'payment', filters: { nothing: 1 } }, { resource: '__proto__' }, null, 3]),
    ).toEqual([{ resource: 'payment', filters: {} }]);
    expect(parsePart({ show: 'none', lacking: -1 }, 2)).toEqual({ show: 'all' });
    expect([2, 0.5, '0', null].map((raw) => parseLeading(raw, 2))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('begins with the columns that it is aligned by and compares', () => {
    const pairing = parsePairing(pair, {
      key: [['orderNo|candidateNo', 'orderNo']],
      compared: [['amount', 'paidAmount']],
    });
    const shown = columnsOfSide(pair[0]!, pairing, 0).filter(({ hide }) => hide !== true);
    expect(shown.slice(0, 4).map(({ colId }) => colId)).toEqual([
      'pd-select',
      'orderNo',
      'candidateNo',
      'amount',
    ]);
  });
});
