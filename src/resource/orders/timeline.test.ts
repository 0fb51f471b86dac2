import { expect, it } from 'vitest';
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
const attempt = (id: string, at: string) => ({
  kind: 'attempt',
  id,
  at,
  attempt: 1,
  upstreamName: 'ICICI',
  state: 1,
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
