import { describe, expect, it } from 'vitest';
import { type Tile, emptyDocument } from './document.ts';
import { isContested, isSameDocument, marksOf, mergeDocuments } from './merge.ts';

const tile = (id: string, y: number, more: Partial<Tile> = {}): Tile => ({
  id,
  widget: 'clock',
  version: 1,
  x: 0,
  y,
  w: 12,
  h: 4,
  settings: {},
  ...more,
});
const of = (...tiles: Tile[]) => ({ ...emptyDocument(), tiles });
const base = of(tile('a', 0), tile('b', 4));

describe('a published dashboard that moved on', () => {
  it('brings what is new and keeps what the person changed', () => {
    const mine = of(tile('a', 0, { title: 'Mine' }), tile('b', 4), tile('own', 8));
    const theirs = of(tile('new', 0), tile('a', 4), tile('b', 8, { settings: { hours: 6 } }));
    const merged = mergeDocuments(base, mine, theirs);
    const ids = merged.tiles.map(({ id }) => id).sort();
    expect(ids).toEqual(['a', 'b', 'new', 'own']);
    expect(merged.tiles.find(({ id }) => id === 'a')).toMatchObject({ title: 'Mine', y: 4 });
    expect(merged.tiles.find(({ id }) => id === 'b')).toMatchObject({ settings: { hours: 6 } });
    const rows = merged.tiles.map(({ x, y }) => `${x},${y}`);
    expect(new Set(rows).size).toBe(4);
  });

  it('removes what one side removed and the other left as it was', () => {
    const merged = mergeDocuments(base, of(tile('a', 0)), of(tile('b', 0), tile('a', 4)));
    expect(merged.tiles.map(({ id }) => id)).toEqual(['a']);
    const changed = of(tile('a', 0), tile('b', 4, { title: 'Mine' }));
    expect(mergeDocuments(base, changed, of(tile('a', 0))).tiles).toHaveLength(2);
  });

  it('is contested where both sides changed the same alone', () => {
    const renamed = (title: string) => of(tile('a', 0, { title }), tile('b', 4));
    const wide = (w: number) => of(tile('a', 0), tile('b', 4, { w }));
    expect(isContested(base, of(tile('a', 0)), of(tile('b', 0)))).toBe(false);
    expect(isContested(base, renamed('Mine'), wide(6))).toBe(false);
    expect(isContested(base, renamed('Mine'), renamed('Theirs'))).toBe(true);
    expect(isContested(base, renamed('Same'), renamed('Same'))).toBe(false);
    expect(isContested(base, wide(6), wide(8))).toBe(true);
    expect(isContested(base, renamed('Mine'), of(tile('b', 0)))).toBe(true);
  });

  it('is compared part by part', () => {
    expect(marksOf(base, base).size).toBe(0);
    const to = of(tile('b', 0), tile('a', 4, { title: 'Other' }), tile('c', 8));
    expect([...marksOf(base, to)]).toEqual([
      ['b', 'moved'],
      ['a', 'changed'],
      ['c', 'added'],
    ]);
    expect([...marksOf(to, base)]).toContainEqual(['c', 'removed']);
  });

  it('takes the values of variables that the person left alone', () => {
    const theirs = { ...base, values: { currency: 'INR' } };
    expect(mergeDocuments(base, base, theirs).values).toEqual({ currency: 'INR' });
    const mine = { ...base, values: { currency: 'USDT' } };
    expect(mergeDocuments(base, mine, theirs).values).toEqual({ currency: 'USDT' });
  });

  it('is the same however its objects were made', () => {
    const { id, ...rest } = tile('a', 0);
    expect(isSameDocument(of({ ...rest, id }), of(tile('a', 0)))).toBe(true);
    expect(isSameDocument(of(tile('a', 0)), of(tile('a', 1)))).toBe(false);
  });
});
