import { expect, it } from 'vitest';
import { dictLabel } from '../../kit/index.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { timelineOf } from './timeline.ts';

const log = (id: string, at: string, event: string) => ({
  kind: 'log',
  id,
  at,
  event,
  operator: 'system',
  before: null,
  after: null,
  remark: null,
});
const attempt = (id: string, at: string, state = 1) => ({
  kind: 'attempt',
  id,
  at,
  attempt: 1,
  upstreamName: 'ICICI',
  state,
  upstreamOrderNo: null,
  httpStatus: 200,
  milliseconds: 3,
  failure: null,
  answer: null,
});
const at = (second: string) => `2026-01-01T00:00:${second}Z`;
const idsOf = (timeline: unknown[]) =>
  timelineOf({ id: '9', timeline }, (key) => key, 'payStatusEnum').map(({ id }) => id);

it('tells of the submission before what was sent with it, whichever was written first', () => {
  const created = log('1', at('00.000000'), 'create');
  const order = ['log:1', 'log:3', 'attempt:2', 'log:4'];
  const later = log('4', at('09.000000'), 'timeout');
  for (const sent of ['05.123000', '05.123456', '05.123999'])
    expect(
      idsOf([later, log('3', at('05.123456'), 'submitUpstream'), attempt('2', at(sent)), created]),
    ).toEqual(order);
});

it('leaves an attempt where it is that another submission followed', () => {
  const story = [
    log('1', at('00.000000'), 'submitUpstream'),
    attempt('2', at('00.100000')),
    log('3', at('05.000000'), 'submitUpstream'),
    attempt('4', at('04.999000')),
  ];
  expect(idsOf([log('0', at('00.000000'), 'create'), ...story])).toEqual([
    'log:0',
    'log:1',
    'attempt:2',
    'log:3',
    'attempt:4',
  ]);
});

it.each([
  [1, (state: string) => `peek.submission · ${state} · HTTP 200 · 3 ms`],
  [2, (state: string) => `peek.submission · HTTP 200 · 3 ms · peek.outcome(${state})`],
  [3, (state: string) => `peek.submission · HTTP 200 · 3 ms · peek.outcome(${state})`],
  [4, (state: string) => `peek.submission · ${state} · HTTP 200 · 3 ms`],
])('calls what became of a submission its outcome, not how it went out (state %i)', (state, text) => {
  const timeline = [log('1', at('00.000000'), 'create'), attempt('2', at('01.000000'), state)];
  const t = (key: string, values?: Record<string, unknown>) =>
    values?.state ? `${key}(${String(values.state)})` : key;
  expect(timelineOf({ id: '9', timeline }, t, 'payStatusEnum')[1]?.text).toBe(
    text(dictLabel('payAttemptEnum', state)),
  );
});

it('begins with the creation, whatever else that instant wrote before it', () => {
  const held = {
    kind: 'fund',
    id: '1',
    at: at('01'),
    type: 3,
    account: 1,
    currency: 'INR',
    amount: '-506',
    balanceBefore: '1000',
    balanceAfter: '494',
    merchantName: 'Kaveri Games',
    operator: 'system',
  };
  expect(idsOf([held, log('2', at('01'), 'create')])).toEqual(['log:2', 'fund:1']);
});

const textsOf = (timeline: unknown[]) =>
  timelineOf(
    { id: '9', timeline },
    (key, values) => `${key} ${JSON.stringify(values?.count)}`,
    'payStatusEnum',
  ).map(({ text }) => text);

it.each([
  [true, 200, 5],
  [false, 500, 4],
])('says how a callback went before what it reported (delivered: %s)', (delivered, httpStatus, status) => {
  const callback = {
    kind: 'callback',
    id: '2',
    at: at('01.000000'),
    attempt: 3,
    manual: false,
    status,
    delivered,
    httpStatus,
    milliseconds: 5,
    failure: null,
    nextTryAt: null,
  };
  const timeline = [log('1', at('00.000000'), 'create'), callback];
  const entries = timelineOf(
    { id: '9', timeline },
    (key, values) => `${key}(${String(values?.count ?? values?.status)})`,
    'payStatusEnum',
  );
  const went = dictLabel('callbackStatusEnum', delivered ? 2 : 3);
  expect(entries[1]?.text).toBe(
    `peek.attempt(3) · ${went} · HTTP ${httpStatus} · 5 ms · peek.reported(${dictLabel('payStatusEnum', status)})`,
  );
});

it('groups the amounts of the server’s own remarks, and leaves what a person wrote', () => {
  const review = (remark: string, operator: string) => [
    { ...log('1', at('00.000000'), 'create'), remark, operator },
  ];
  expect(textsOf(review('+ 28350 INR, UTR 957245526866', 'system'))[0]).toContain(
    '+ 28,350.00 INR, UTR 957245526866',
  );
  expect(textsOf(review('12.5 USDT', 'system'))[0]).toContain('12.500000 USDT');
  expect(textsOf(review('28350 INR', 'finance'))[0]).toContain('28350 INR');
  // What a line brought is the server's remark too, whoever matched it.
  const matched = { ...log('1', at('00.000000'), 'billMatch'), remark: 'B7-1 1001 INR', operator: 'finance' };
  expect(textsOf([matched])[0]).toContain('B7-1 1,001.00 INR');
});

it('names both who confirmed an order above the limit', () => {
  const asks = {
    ...log('1', at('00.000000'), 'askApproval'),
    operator: 'asha',
    after: { utr: '123456789012' },
  };
  const after = { status: 2, utr: '123456789012', maker: 'asha' };
  const confirmed = {
    ...log('2', at('05.000000'), 'forceConfirm'),
    operator: 'bo',
    before: { status: 0 },
    after,
  };
  const entries = timelineOf(
    { id: '9', timeline: [log('0', at('00.000000'), 'create'), asks, confirmed] },
    (key) => key,
    'collectStatusEnum',
  );
  expect(entries.slice(-2).map(({ by }) => by)).toEqual(['asha', 'asha + bo']);
  for (const { text } of entries.slice(-2)) expect(text).toContain('UTR 123456789012');
});

it('quotes an upstream in the reader’s language, and nobody who writes as if it were one', async () => {
  keepLocale('en');
  await startI18n(['grid']);
  const failed = (operator: string) => [
    { ...log('1', at('00.000000'), 'fail'), remark: '@upstream:余额不足 100 INR', operator },
  ];
  expect(textsOf(failed('system'))[0]).toContain('Upstream: “余额不足 100 INR”');
  expect(textsOf(failed('finance'))[0]).toContain('@upstream:余额不足 100 INR');
});
