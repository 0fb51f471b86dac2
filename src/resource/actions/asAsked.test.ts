import { expect, test } from 'vitest';
import { approval } from '../../../contract/resources/orders/approval.ts';
import { asAsked } from './pending.ts';

const agree = approval.actions.agree;
const row = (id: string, command: string) => ({ id, command });

const asked = (rows: readonly { id: string; command: string }[], count = rows.length) => {
  const { input = {}, otp } = asAsked(agree, { fields: approval.fields, staff: true, rows, count });
  const names = Object.entries(input).map(([name, { required }]) => (required ? `${name}*` : name));
  return [names, otp ?? false];
};

test('asks of a row what its command asks for, and of others nothing of it', () => {
  expect(asked([row('1', 'collectOrder/settle')])).toEqual([[], false]);
  expect(asked([row('1', 'collectOrder/reverse')])).toEqual([['reason', 'otp*'], true]);
  expect(asked([row('1', 'collectOrder/forceConfirm')])).toEqual([['utr*', 'reason', 'otp*'], true]);
  expect(asked([row('1', 'withdrawal/complete')])).toEqual([['transactionHash*', 'otp*'], true]);
});

test('asks once for several, and nothing for those that have something of their own to be typed', () => {
  const both = [row('1', 'collectOrder/settle'), row('2', 'collectOrder/forceConfirm')];
  expect(asked(both)).toEqual([[], false]);
  expect(asked([...both, row('3', 'collectOrder/reverse')])).toEqual([['reason', 'otp*'], true]);
});

test('leaves open what rows that are not on hand may ask for', () => {
  expect(asked([row('1', 'collectOrder/settle')], 900)).toEqual([['reason', 'otp'], true]);
});

test('is the definition itself where nothing depends on rows', () => {
  const { refuse } = approval.actions;
  expect(asAsked(refuse, { fields: approval.fields, staff: true, rows: [], count: 0 })).toBe(refuse);
});
