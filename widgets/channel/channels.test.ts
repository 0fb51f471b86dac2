import { expect, it } from 'vitest';
import type { MeasureAnswer } from '../../contract/measure.ts';
import { type Channel, channelRows } from './channels.ts';

const channel = (id: string, over: Partial<Channel> = {}): Channel => ({
  id,
  channelName: `Channel ${id}`,
  channelCode: id,
  enabled: true,
  serviceStatus: 0,
  ...over,
});
const answer = (keys: string[]): MeasureAnswer => ({
  from: null,
  to: null,
  zone: 'UTC',
  total: {},
  groups: keys.map((key) => ({ key, label: key, values: { orders: 1 }, steps: [{ orders: 1 }] })),
  groupCount: keys.length,
  steps: [{ at: '2026-11-26T08:00:00.000Z', values: {} }],
});

it('puts first what is wrong, then what has most orders, and leaves none out', () => {
  const channels = [
    channel('off', { enabled: false }),
    channel('idle'),
    channel('small'),
    channel('large'),
    channel('degraded', { serviceStatus: 1 }),
  ];
  const rows = channelRows(channels, answer(['large', 'small', 'off']), answer(['large']));
  expect(rows.map(({ key }) => key)).toEqual(['degraded', 'large', 'small', 'idle', 'off']);
  expect(rows.map(({ values }) => values.orders ?? 0)).toEqual([0, 1, 1, 0, 1]);
  // Where nothing came there is a strip of nothing, as long as the others.
  expect(rows.map(({ quarters }) => quarters)).toEqual([[{}], [{ orders: 1 }], [{}], [{}], [{}]]);
});
