import { expect, it } from 'vitest';
import { DatabaseUnreachable, isOutage } from './outage.ts';

const coded = (code: string) => Object.assign(new Error('failed'), { code });

it.each(['08006', '25P03', '53300', '57P01', '57P02', '57P03', 'ECONNRESET', 'ECONNREFUSED'])(
  '%s is an outage',
  (code) => {
    expect(isOutage(coded(code))).toBe(true);
  },
);

it.each(['Connection terminated unexpectedly', 'Client was closed and is not queryable', 'timeout expired'])(
  '"%s" is an outage',
  (message) => {
    expect(isOutage(new Error(message))).toBe(true);
  },
);

it.each(['23505', '40001', '55P03', '57014', 'ENOENT'])('%s is none', (code) => {
  expect(isOutage(coded(code))).toBe(false);
});

it('a database that does not answer is one', () => {
  expect(isOutage(new DatabaseUnreachable())).toBe(true);
});

it('a refusal and a fault of the program are none', () => {
  for (const error of [new Error('x is not a function'), undefined, 'Connection terminated'])
    expect(isOutage(error)).toBe(false);
});
