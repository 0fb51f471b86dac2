import { expect, it } from 'vitest';
import { changeOf, changeText } from './change.ts';

const money = { kind: 'money', good: 'up' } as const;

it('compares with a period that had something', () => {
  expect(changeOf(money, '110', '100')).toMatchObject({ unit: '%', tone: 'up' });
  expect(changeText(changeOf(money, '110', '100'))).toBe('▲ 10.0 %');
  expect(changeOf(money, '110', '0')).toBeUndefined();
  expect(changeText(undefined)).toBe('–');
});

it('colours by what is good to see, not by the direction', () => {
  const reviews = { kind: 'count', good: 'down' } as const;
  expect(changeOf(reviews, 12, 10)).toMatchObject({ tone: 'down' });
  expect(changeOf(reviews, 8, 10)).toMatchObject({ tone: 'up' });
  expect(changeOf({ kind: 'count' }, 8, 10)).toMatchObject({ tone: 'muted' });
  expect(changeText(changeOf(reviews, 10, 10))).toBe('= 0.0 %');
});

it('of rates is in percentage points, and none before an order has ended', () => {
  const rate = { kind: 'rate', good: 'up' } as const;
  expect(changeText(changeOf(rate, { part: 9, whole: 10 }, { part: 8, whole: 10 }))).toBe('▲ 10.0 pp');
  expect(changeOf(rate, { part: 0, whole: 0 }, { part: 8, whole: 10 })).toBeUndefined();
});
