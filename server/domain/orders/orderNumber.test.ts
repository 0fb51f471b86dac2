import { expect, it } from 'vitest';
import { idAt, newId } from '../../platform/db/id.ts';
import { orderNumber } from './orderNumber.ts';

const START = Date.UTC(2026, 0, 2, 3, 4, 5);

it('is the letter of its kind, the second of the id and ten digits', () => {
  expect(orderNumber('collectOrder', idAt(START + 999, 0))).toMatch(/^C260102030405\d{10}$/);
  expect(orderNumber('payOrder', idAt(START))).toBe('P2601020304050000000000');
});

it('is another one for each id', () => {
  const ids = [
    ...Array.from({ length: 1000 }, (_, ms) => [idAt(START + ms), idAt(START + ms, 0x3fffff)]).flat(),
    ...Array.from({ length: 100_000 }, () => newId()),
  ];
  expect(new Set(ids.map((id) => orderNumber('withdrawal', id))).size).toBe(new Set(ids).size);
});
