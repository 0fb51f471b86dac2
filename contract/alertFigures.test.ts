import { expect, it } from 'vitest';
import { pointsOf, type Windowing } from './alertFigures.ts';
import { QUARTER_MS } from './alertState.ts';

const RATE: Windowing = { kind: 'rate', over: 'window', windowMs: 2 * QUARTER_MS, minimum: 10 };
const figures = (rows: readonly (readonly [quarter: number, part: number, whole: number])[]) =>
  rows.map(([quarter, part, whole]) => ({ at: quarter * QUARTER_MS, part, whole }));
const values = (
  windowing: Windowing,
  rows: Parameters<typeof figures>[0],
  from: number,
  to: number,
  level = 0,
) =>
  pointsOf(windowing, figures(rows), [from * QUARTER_MS, to * QUARTER_MS], level).map(({ at, value }) => [
    at / QUARTER_MS,
    value,
  ]);

it('slides a window over the quarter hours, those before the first among them', () => {
  const rows = [
    [3, 8, 10],
    [4, 2, 10],
    [6, 10, 10],
  ] as const;
  expect(values(RATE, rows, 4, 8)).toEqual([
    [5, 50],
    [6, 20],
    [7, 100],
    [8, 100],
  ]);
});

it('gives no rate of fewer rows than are asked for, nor of none', () => {
  expect(values(RATE, [[1, 9, 9]], 1, 4)).toEqual([
    [2, null],
    [3, null],
    [4, null],
  ]);
  expect(values({ ...RATE, minimum: 0 }, [], 1, 2)).toEqual([[2, null]]);
});

it('adds up counts, and amounts without the dust of adding and taking away', () => {
  expect(values({ ...RATE, kind: 'count' }, [[1, 3, 0]], 1, 4)).toEqual([
    [2, 3],
    [3, 3],
    [4, 0],
  ]);
  const cents = Array.from({ length: 200 }, (_, index) => [index, 0.1, 0] as const);
  const [last] = values({ ...RATE, kind: 'money' }, cents, 0, 200).slice(-1);
  expect(last).toEqual([200, 0.2]);
});

it('carries a level on from before, quarter hours without a change among them', () => {
  const level: Windowing = { ...RATE, kind: 'count', over: 'now' };
  expect(
    values(
      level,
      [
        [2, 5, 0],
        [4, -7, 0],
      ],
      1,
      5,
      10,
    ),
  ).toEqual([
    [2, 10],
    [3, 15],
    [4, 15],
    [5, 8],
  ]);
});
