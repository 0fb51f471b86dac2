import { expect, it } from 'vitest';
import { weigh } from './weigh.ts';

const widest = (...texts: string[]): string => texts.reduce((a, b) => (weigh(b) > weigh(a) ? b : a));

it('knows which amount is the widest, grouping signs and minor digits included', () => {
  expect(widest('9,688.858121', '10,853,281', '−65.100000')).toBe('9,688.858121');
  expect(widest('111,111.11', '2,222,222')).toBe('111,111.11');
});

it('takes a Chinese sign for wider than a Latin one', () => {
  expect(widest('Collection', '代付银行退回')).toBe('代付银行退回');
  expect(widest('Illinois', 'Mumbai')).toBe('Mumbai');
});
