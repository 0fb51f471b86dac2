import { beforeAll, expect, test } from 'vitest';
import { dictValue } from '../../../contract/dicts.ts';
import { resources } from '../../../contract/resources/index.ts';
import type { Caller } from '../../kit/index.ts';
import { startI18n, translate } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { mayRun } from './why.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['grid', 'dicts']);
});

const orders = resources.get('collectOrder')!;
const caller = { profile: { id: '1' }, can: () => false } as unknown as Caller;
const t = (key: string, values?: Record<string, unknown>) => translate(`grid:${key}`, values);
const why = (action: string, row: Record<string, unknown>) =>
  mayRun(orders, orders.actions[action]!, [{ id: '7', ...row }], caller, t, (field) => field.toUpperCase());
const success = dictValue('collectStatusEnum', 'success');

test('what is settled is said to be, and what is not', () => {
  expect(why('settle', { status: success, settled: true })).toBe('This order is already settled');
  expect(why('resettle', { status: success, settled: false })).toBe('This order is not settled yet');
});

test('what waits for others is not asked for again, nor agreed to twice', () => {
  const asked = { command: 'collectOrder/settle', makerId: '7', agreed: ['8'] };
  const answer = (name: string, me: string) =>
    mayRun(
      orders,
      { ...orders.actions[name]!, name },
      [{ id: '7', status: success, settled: false, asked }],
      { ...caller, profile: { id: me } } as Caller,
      t,
      String,
    );
  for (const name of ['settle', 'batchSettle']) {
    expect(answer(name, '7')).toBe('You have asked for this: it waits for approval (Settle)');
    expect(answer(name, '8')).toBe('You have agreed: it waits for the others (Settle)');
    expect(answer(name, '9')).toBe(true);
  }
  expect(answer('reverse', '9')).toBe('Another command waits for approval: Settle');
  expect(answer('correctReference', '7')).toBe(true);
});

test('another state is named with the ones that would do', () => {
  expect(why('settle', { status: dictValue('collectStatusEnum', 'failed'), settled: false })).toBe(
    'Not possible while STATUS is “Failed”; it must be Success',
  );
});

test('an agent sees that a row of its merchant is not its own', () => {
  const agent = { profile: { id: '1', merchantId: '5' }, can: () => false } as unknown as Caller;
  const may = (merchantId: string) =>
    mayRun(orders, orders.actions.notify!, [{ id: '7', merchantId, status: success }], agent, t, String);
  expect(may('5')).toBe(true);
  expect(may('6')).toMatch(/^This belongs to a merchant of yours/);
});

test('a claim of somebody else refuses, one that lapsed does not; of many rows one that is free is enough', () => {
  const claim = (...rows: Record<string, unknown>[]) =>
    mayRun(
      orders,
      orders.actions.claim!,
      rows.map((row, at) => ({ id: String(at), status: dictValue('collectStatusEnum', 'paying'), ...row })),
      caller,
      t,
      String,
    );
  const held = (claimedBy: string, minutes: number) => ({
    claimedBy,
    claimedByName: 'admin',
    claimedAt: new Date(Date.now() - minutes * 60_000).toISOString(),
  });
  const [theirs, mine, free, lapsed] = [held('7', 1), held('1', 1), { claimedBy: null }, held('7', 16)];
  expect(claim(theirs)).toMatch(/^Claimed by admin, lapses in 1[34]:/);
  expect(claim(mine)).toBe('You have already claimed this order');
  expect(claim(theirs, mine)).toMatch(/^Claimed by admin/);
  const offered = { ...held('7', 16), claimOfferedUntil: new Date(Date.now() + 60_000).toISOString() };
  expect(claim(offered)).toBe('Claimed by admin, who hands it over to a colleague');
  for (const rows of [[mine, free], [free], [lapsed], [theirs, free], []]) expect(claim(...rows)).toBe(true);
});

test('without an address nobody is notified', () => {
  expect(why('notify', { status: success, callbackUrl: null })).toBe('This order has no callback URL');
  expect(why('notify', { status: success, callbackUrl: 'https://shop.example/paid' })).toBe(true);
});
