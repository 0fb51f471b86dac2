import { describe, expect, it } from 'vitest';
import { matching, moved, readPicks } from './picks.ts';

describe('quick access', () => {
  it('reads what was stored, each once, and distinguishes nothing stored from nothing picked', () => {
    const order = { kind: 'menu', id: 'collectOrder' };
    expect(readPicks(undefined)).toBeUndefined();
    expect(readPicks([])).toEqual([]);
    expect(readPicks([order, order, null, 5, { kind: 'view', id: 'x' }, { kind: 'menu' }])).toEqual([order]);
  });
  it('moves one within the ends of the list', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b']);
    const list = ['a', 'b'];
    expect(moved(list, 1, 9)).toBe(list);
  });
  it('finds every word, in any case', () => {
    const entries = [{ title: 'Collection orders' }, { title: 'Payout orders' }];
    expect(matching(entries, 'ORD coll')).toEqual([entries[0]]);
    expect(matching(entries, ' ')).toEqual(entries);
  });
});
