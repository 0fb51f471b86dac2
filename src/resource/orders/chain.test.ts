import { beforeAll, expect, test } from 'vitest';
import { dictValue } from '../../../contract/dicts.ts';
import { startI18n, translate } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { chainOf } from './chain.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['orders', 'dicts']);
});

const t = (key: string, values?: Record<string, unknown>) => translate(`orders:${key}`, values);
const COLLECT = { statusDict: 'collectStatusEnum' } as const;
const PAY = { statusDict: 'payStatusEnum' } as const;
const attempt = (id: string, state: string, failure: string | null = null) => ({
  kind: 'attempt',
  id,
  at: `2026-01-01T00:00:0${id}Z`,
  state: dictValue('payAttemptEnum', state),
  failure,
});
const order = (dict: string, status: string, more: object = {}) => ({
  id: '1',
  status: dictValue(dict, status),
  callbackStatus: dictValue('callbackStatusEnum', 'none'),
  amount: '120',
  currency: 'INR',
  channelName: 'UPI QR',
  upstreamId: '7',
  upstreamName: 'ICICI',
  payments: [],
  timeline: [],
  ...more,
});
const collect = (status: string, more?: object) =>
  chainOf(order('collectStatusEnum', status, more), COLLECT, t).map(
    ({ name, tone, text }) => `${name} ${tone}: ${text}`,
  );

test('an order that is paid, settled and reported has come all the way', () => {
  expect(
    collect('success', {
      settled: true,
      utr: '633085187548',
      payments: [
        { id: '1', amount: '100', currency: 'INR' },
        { id: '2', amount: '20', currency: 'INR' },
      ],
      timeline: [attempt('2', 'accepted'), attempt('1', 'failed', 'HTTP 503')],
      callbackStatus: dictValue('callbackStatusEnum', 'delivered'),
    }),
  ).toEqual([
    'channel success: UPI QR',
    'route success: ICICI',
    'submission primary: 2 times · Accepted',
    'payment success: 120.00 INR · UTR 633085187548',
    'settlement success: settled',
    'callback success: Delivered',
  ]);
});

test('the link where it hangs says why', () => {
  const [, route, submission, payment] = collect('review', {
    upstreamName: null,
    payments: [{ id: '1', amount: '99', currency: 'INR' }],
    timeline: [attempt('1', 'failed', 'HTTP 503')],
  });
  expect([route, submission, payment]).toEqual([
    'route warning: no upstream takes it',
    'submission danger: Failed · HTTP 503',
    'payment warning: 99.00 INR instead of 120.00',
  ]);
});

test('a submission that left only a step in the log is one', () => {
  const step = { kind: 'log', id: '1', at: '2026-01-01T00:00:01Z', event: 'submitUpstream' };
  const [, , submission] = collect('failed', { timeline: [step] });
  expect(submission).toMatch(/^submission primary: submitted .*00:0?1/);
});

test('a merchant reads nothing of routes and submissions', () => {
  const { upstreamId: _id, upstreamName: _name, ...own } = order('payStatusEnum', 'unknown');
  expect(chainOf(own, PAY, t).map(({ name }) => name)).toEqual(['channel', 'payment', 'callback']);
});
