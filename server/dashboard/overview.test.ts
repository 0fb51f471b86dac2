import { describe, expect, it } from 'vitest';
import { filled, type HourFlow } from './flow.ts';
import { overviewOf } from './overview.ts';
import { periodOf } from './period.ts';

const row = (hour: string, orders: number, amount: string): HourFlow => ({
  hour,
  orders,
  success: orders,
  ended: orders,
  review: 0,
  amount,
  fee: '0.1',
});

describe('dashboard figures', () => {
  const period = periodOf(new Date('2026-11-21T09:47:00Z'), 24);
  const rows = [
    row('2026-11-20T09:00:00.000Z', 5, '0.1'),
    row('2026-11-20T10:00:00.000Z', 7, '0.1'),
    row('2026-11-21T09:00:00.000Z', 2, '0.2'),
  ];

  it('cuts a period at full hours, the running one included', () => {
    expect(period).toMatchObject({
      from: '2026-11-20T10:00:00.000Z',
      before: '2026-11-19T10:00:00.000Z',
      to: '2026-11-21T09:47:00.000Z',
    });
  });

  it('counts each hour in one period, with exact sums', () => {
    const { now, before } = overviewOf(rows, period);
    expect(now).toMatchObject({ orders: 9, amount: '0.3', fee: '0.2' });
    expect(before).toMatchObject({ orders: 5, amount: '0.1' });
  });

  it('agrees with the flow of the same period', () => {
    const flow = filled(period, rows);
    expect(flow).toHaveLength(24);
    expect(flow.reduce((sum, hour) => sum + hour.orders, 0)).toBe(overviewOf(rows, period).now.orders);
  });
});
