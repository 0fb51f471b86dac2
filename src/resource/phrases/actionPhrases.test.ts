import { beforeAll, expect, test } from 'vitest';
import { dictValue } from '../../../contract/dicts.ts';
import { resources } from '../../../contract/resources/index.ts';
import type { Caller } from '../../kit/index.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { followersOf } from './actionPhrases.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['grid', 'orders', 'dicts']);
});

const resource = resources.get('collectOrder')!;
const caller = { profile: { id: '1' }, can: () => false } as unknown as Caller;
const order = (number: string, status: string) => ({
  resource: 'collectOrder',
  id: number,
  label: number,
  hint: 'M-1',
  row: {
    id: number,
    status: dictValue('collectStatusEnum', status),
    settled: false,
    merchantName: 'Kaveri Games',
    amount: '1200',
    currency: 'INR',
  },
});
const settle = (...found: ReturnType<typeof order>[]) =>
  followersOf({ resource, action: 'settle', title: 'Collection orders' }, found, caller);

test('a verb is followed by the rows that it may run on, each with whose it is, how much and how far', () => {
  expect(settle(order('C1', 'created'), order('C2', 'success'), order('C3', 'paying'))).toMatchObject([
    { label: 'C2', hint: 'Kaveri Games · 1,200.00 INR · Success · Collection orders' },
  ]);
});

test('where it may run on none, the nearest are listed with why not', () => {
  const refused = settle(...['1', '2', '3', '4'].map((number) => order(number, 'created')));
  expect(refused.map(({ label }) => label)).toEqual(['1', '2', '3']);
  expect(refused[0]!.refused).toMatch(/^Not possible while Status is “Created”/);
});
