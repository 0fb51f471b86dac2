import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveMonth, moveWall, readTyped, typedText, weeksOf } from './typedDate.ts';

const now = '2026-11-25T10:20';

test.each([
  ['2026-11-25 14:30', '2026-11-25T14:30'],
  ['2026-11-25T14:30:59', '2026-11-25T14:30'],
  ['2026/11/5', '2026-11-05T00:00'],
  ['20261105 7:05', '2026-11-05T07:05'],
  ['11-25', '2026-11-25T00:00'],
  ['25.11', '2026-11-25T00:00'],
  ['25.11.', '2026-11-25T00:00'],
  ['3.2.2026', '2026-02-03T00:00'],
  ['11月25日 9:00', '2026-11-25T09:00'],
  ['2026年1月2日', '2026-01-02T00:00'],
  ['１１－２５', '2026-11-25T00:00'],
  ['12-24', '2026-12-24T00:00'],
  ['12-31', '2025-12-31T00:00'],
  ['14:30', '2026-11-25T14:30'],
  ['24:00', '2026-11-26T00:00'],
  ['Yesterday 9:00', '2026-11-24T09:00'],
  ['昨天', '2026-11-24T00:00'],
  ['now', '2026-11-25T10:20'],
  ['-3d', '2026-11-22T10:20'],
  ['-90m', '2026-11-25T08:50'],
  ['-2时', '2026-11-25T08:20'],
])('%s names a time', (text, wall) => {
  expect(readTyped(text, { now, time: true })).toBe(wall);
});

test.each([
  '',
  '2026-02-30',
  '13-13',
  '2026-11-25 25:00',
  '2026-11-25 9:60',
  'soon',
  '1.2.3.4',
  '9',
  '0001-01-01',
])('%j names none', (text) => {
  expect(readTyped(text, { now, time: true })).toBeUndefined();
});

test('of days alone a time is no part, and a day at the end of a range is meant whole', () => {
  expect(readTyped('-1w', { now, time: false })).toBe('2026-11-18');
  expect(readTyped('yesterday', { now, time: false, end: true })).toBe('2026-11-24');
  expect(readTyped('11-25 9:00', { now, time: false })).toBeUndefined();
  expect(readTyped('yesterday', { now, time: true, end: true })).toBe('2026-11-25T00:00');
  expect(typedText('2026-11-25T00:00', true)).toBe('2026-11-24 24:00');
  expect(typedText('2026-11-25T00:00')).toBe('2026-11-25 00:00');
});

test('what a box shows is read as what it is', () => {
  const minutes = fc.integer({ min: Date.UTC(2000, 0, 2) / 60_000, max: Date.UTC(2099, 11, 30) / 60_000 });
  fc.assert(
    fc.property(minutes, fc.boolean(), (at, end) => {
      const wall = new Date(at * 60_000).toISOString().slice(0, 16);
      expect(readTyped(typedText(wall, end), { now, time: true, end })).toBe(wall);
    }),
  );
});

test('a month is moved to its last day where it is shorter, and drawn in six weeks from Monday on', () => {
  expect(moveMonth('2026-01-31T08:00', 1)).toBe('2026-02-28T08:00');
  expect(moveMonth('2026-01-15', -1)).toBe('2025-12-15');
  expect(moveWall('2026-03-01', -1, 'd')).toBe('2026-02-28');
  const weeks = weeksOf('2026-11-25');
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(weeks[0]?.[0]).toBe('2026-10-26');
  expect(weeks[5]?.[6]).toBe('2026-12-06');
});
