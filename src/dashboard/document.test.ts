import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { int, text } from '../../contract/field.ts';
import { type Widget, defineWidget } from '../kit/index.ts';
import { settingsOf } from './catalogue.ts';
import {
  COLUMNS,
  MAX_ITEMS,
  compacted,
  neighbourOf,
  freePlace,
  narrowed,
  readDocument,
  settled,
  shifted,
  type Tile,
  undone,
} from './document.ts';

const tile = (id: string, more: object = {}) => ({
  id,
  widget: 'clock',
  version: 1,
  x: 0,
  y: 0,
  w: 6,
  h: 4,
  settings: {},
  ...more,
});

describe('a stored dashboard', () => {
  it('is nothing when it is nothing of the kind', () => {
    for (const raw of [undefined, null, '', '{', 5, [], { schema: 9, tiles: [] }, { schema: 1 }])
      expect(readDocument(raw)).toBeUndefined();
  });

  it('keeps what fits and leaves out the rest', () => {
    const read = readDocument({
      schema: 1,
      tiles: [tile('a', { x: 99, w: 40, h: -3 }), tile('a'), tile('b', { widget: '../evil' }), 7],
    });
    expect(read!.tiles).toEqual([tile('a', { x: 0, w: COLUMNS, h: 1 })]);
  });

  it('keeps a title that was given, and none that is empty or no text', () => {
    const titled = (title: unknown) =>
      readDocument({ schema: 1, tiles: [tile('a', { title })] })!.tiles[0]!.title;
    expect(titled(' Night shift ')).toBe('Night shift');
    expect([titled('  '), titled(5), titled(undefined)]).toEqual([undefined, undefined, undefined]);
    expect(titled('x'.repeat(500))).toHaveLength(60);
  });

  it('never throws, and every tile lies within the columns', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.anything(),
            fc.record({
              id: fc.string(),
              widget: fc.constant('clock'),
              x: fc.double(),
              w: fc.double(),
              settings: fc.object(),
            }),
          ),
          { maxLength: 60 },
        ),
        (tiles) => {
          const read = readDocument({ schema: 1, tiles })!;
          expect(read.tiles.length).toBeLessThanOrEqual(MAX_ITEMS);
          for (const { x, w } of read.tiles) expect(x >= 0 && w >= 1 && x + w <= COLUMNS).toBe(true);
        },
      ),
    );
  });

  it('gets places without overlap on fewer columns', () => {
    const tiles = [
      tile('a', { w: 6, h: 7 }),
      tile('b', { x: 6, w: 9, h: 7 }),
      tile('c', { x: 15, w: 9, h: 5 }),
    ];
    for (const columns of [12, 6]) {
      const placed = narrowed(tiles, columns);
      const cells = placed.flatMap(({ x, y, w, h }) =>
        Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
      expect(placed.every(({ x, w }) => x + w <= columns)).toBe(true);
    }
    expect(narrowed(tiles, COLUMNS)).toEqual(tiles);
  });
});

describe('a new widget', () => {
  it('goes to the first free place wide and high enough, row by row', () => {
    const one = [tile('a', { w: 5, h: 6 })];
    expect(freePlace([], { w: 6, h: 4 })).toEqual({ x: 0, y: 0, w: 6, h: 4 });
    expect(freePlace(one, { w: 5, h: 6 })).toEqual({ x: 5, y: 0, w: 5, h: 6 });
    expect(freePlace(one, { w: 20, h: 6 })).toEqual({ x: 0, y: 6, w: 20, h: 6 });
    // A hole that is wide enough but not high enough is none.
    const hole = [tile('a', { w: 10, h: 8 }), tile('b', { x: 10, y: 4, w: 14, h: 4 })];
    expect(freePlace(hole, { w: 14, h: 4 })).toEqual({ x: 10, y: 0, w: 14, h: 4 });
    expect(freePlace(hole, { w: 14, h: 5 })).toEqual({ x: 0, y: 8, w: 14, h: 5 });
  });

  it('finds the others where they stand on screen, without the hole of one that went', () => {
    const left = [tile('low', { y: 8, w: 24 }), tile('high', { y: 4, w: 24 })];
    expect(settled(left).map(({ id, y }) => [id, y])).toEqual([
      ['low', 4],
      ['high', 0],
    ]);
    expect(settled([tile('a', { w: 8 }), tile('b', { x: 4, w: 8 })]).map(({ y }) => y)).toEqual([0, 4]);
  });

  it('never lies over another', () => {
    const size = fc.record({ w: fc.integer({ min: 1, max: COLUMNS }), h: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(fc.array(size, { maxLength: 12 }), (sizes) => {
        const placed: ReturnType<typeof freePlace>[] = [];
        for (const [at, each] of sizes.entries())
          placed.push(
            freePlace(
              placed.map((place, of) => tile(`${at}-${of}`, place)),
              each,
            ),
          );
        const cells = placed.flatMap(({ x, y, w, h }) =>
          Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
        );
        expect(new Set(cells).size).toBe(cells.length);
        expect(placed.every(({ x, w }) => x + w <= COLUMNS)).toBe(true);
      }),
    );
  });
});

describe('an undo', () => {
  const [a, b] = [tile('a'), tile('b', { y: 4 })];

  it('puts back what was removed, and leaves what was added since', () => {
    const added = [tile('c', { x: 6 }), tile('d', { x: 12 })];
    expect(undone([b, ...added], [a, b], [b])).toEqual([b, ...added, a]);
    // Its place is taken by now; and once is enough.
    const taken = [tile('b'), tile('c', { x: 6 })];
    const back = undone(taken, [a, b], [b]);
    expect(back).toEqual([...taken, tile('a', { x: 12 })]);
    expect(undone(back, [a, b], [b])).toEqual(back);
  });

  it('moves back what nobody has moved since, with the settings it has by now', () => {
    const after = [tile('a', { x: 8 }), tile('b', { x: 8, y: 4 })];
    const now = [tile('a', { x: 8, settings: { hours: 1 } }), tile('b', { x: 16, y: 4 })];
    expect(undone(now, [a, b], after)).toEqual([tile('a', { settings: { hours: 1 } }), now[1]]);
  });

  it('takes away what the step itself has brought', () => {
    const shipped = [tile('s'), tile('b', { settings: { hours: 1 } })];
    const later = tile('c', { x: 6 });
    expect(undone([...shipped, later], [a, b], shipped)).toEqual([b, later, a]);
  });
});

it('next to a tile is the following one in reading order, or the one before the last', () => {
  const three = [tile('c', { y: 4 }), tile('b', { x: 6 }), tile('a')];
  expect(neighbourOf(three, 'a')).toBe('b');
  expect(neighbourOf(three, 'b')).toBe('c');
  expect(neighbourOf(three, 'c')).toBe('b');
  expect(neighbourOf([tile('a')], 'a')).toBeUndefined();
});

describe('the settings of a widget', () => {
  const probe = defineWidget({
    id: 'probe',
    version: 2,
    size: { w: 4, h: 4 },
    settings: { hours: int({ min: 1, maximum: 48 }), by: text({ pattern: 'status|upstream' }) },
    defaults: { hours: 24, by: 'status' },
    migrate: (old) => ({ hours: (old as { days: number }).days * 24, by: 'upstream' }),
    load: async () => {
      throw new Error('not drawn here');
    },
  });
  const widget = probe as unknown as Widget;

  it('fall back one by one', () => {
    expect(settingsOf(widget, { hours: 12, by: 'nonsense' }, 2)).toEqual({ hours: 12, by: 'status' });
    expect(settingsOf(widget, { hours: 900 }, 2)).toEqual({ hours: 24, by: 'status' });
    expect(settingsOf(widget, null, 2)).toEqual({ hours: 24, by: 'status' });
  });

  it('are brought up from an older version, and a failing migration costs only the settings', () => {
    expect(settingsOf(widget, { days: 2 }, 1)).toEqual({ hours: 48, by: 'upstream' });
    expect(settingsOf(widget, null, 1)).toEqual({ hours: 24, by: 'status' });
  });
});

describe('a tile that is moved by the arrows', () => {
  const least = { w: 2, h: 3 };
  const at = (tiles: readonly Tile[], id: string) => tiles.find((each) => each.id === id)!;
  const two = [tile('a', { x: 0, y: 0, w: 6, h: 4 }), tile('b', { x: 0, y: 4, w: 6, h: 5 })];

  it('goes past the one in its way, and back', () => {
    const down = shifted(two, 'a', { y: 1 }, least);
    expect([at(down, 'b').y, at(down, 'a').y]).toEqual([0, 5]);
    const up = shifted(down, 'a', { y: -1 }, least);
    expect([at(up, 'a').y, at(up, 'b').y]).toEqual([0, 4]);
    expect(shifted(two, 'a', { y: -1 }, least)).toEqual(two);
  });

  it('stays on the board, and as large as its widget needs to be', () => {
    expect(at(shifted(two, 'a', { x: -1 }, least), 'a').x).toBe(0);
    expect(at(shifted(two, 'a', { x: 1 }, least), 'a').x).toBe(1);
    const small = [tile('a', { x: 0, y: 0, w: 2, h: 3 })];
    expect(shifted(small, 'a', { w: -1, h: -1 }, least)).toEqual(small);
    const wide = [tile('a', { x: 20, y: 0, w: 4, h: 3 })];
    expect(at(shifted(wide, 'a', { w: 1 }, least), 'a').w).toBe(4);
  });

  it('pushes what it grows into', () => {
    const grown = shifted(two, 'a', { h: 1 }, least);
    expect([at(grown, 'a').h, at(grown, 'b').y]).toEqual([5, 5]);
  });
});

describe('a dashboard whose gaps are closed', () => {
  const area = (tiles: readonly Tile[]) => tiles.reduce((sum, { w, h }) => sum + w * h, 0);
  const bottom = (tiles: readonly Tile[]) => Math.max(...tiles.map(({ y, h }) => y + h));

  it('has its tiles in the free places, grown over what is left', () => {
    const tiles = [
      tile('a', { w: 8, h: 6 }),
      tile('b', { x: 8, w: 8, h: 6 }),
      tile('c', { y: 6, w: 16, h: 4 }),
      tile('d', { y: 10, w: 6, h: 5 }),
    ];
    const next = compacted(tiles);
    expect(next.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(next.at(-1)).toMatchObject({ x: 16, y: 0, w: 8, h: 6 });
    expect(bottom(next)).toBe(10);
    expect(area(next)).toBeGreaterThan(area(tiles));
    expect(compacted(next)).toEqual(next);
  });

  it('holds every tile, of which no two lie on each other', () => {
    const place = fc.record({
      x: fc.nat(23),
      y: fc.nat(40),
      w: fc.integer({ min: 1, max: 24 }),
      h: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), (places) => {
        const tiles = places.map((each, at) => tile(`t${at}`, { ...each, x: Math.min(each.x, 24 - each.w) }));
        const next = compacted(tiles);
        expect(next.map(({ id }) => id)).toEqual(tiles.map(({ id }) => id));
        expect(settled(next).map(({ x, w }) => x + w <= COLUMNS)).not.toContain(false);
        const cells = next.flatMap(({ x, y, w, h }) =>
          Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
        );
        expect(new Set(cells).size).toBe(cells.length);
      }),
    );
  });
});
