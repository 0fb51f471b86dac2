import { expect, it } from 'vitest';
import { payMachine } from './payStates.ts';
import { statusName, statusValue } from './states.ts';

it('names each number that the table carries, and refuses any other', () => {
  expect([statusValue('created'), statusValue('success'), payMachine.value('unknown')]).toEqual([0, 2, 9]);
  for (const name of payMachine.statuses) expect(payMachine.name(payMachine.value(name))).toBe(name);
  expect(statusName(2)).toBe('success');
  expect(() => payMachine.name(99)).toThrow('payStatusEnum has no status 99');
});
