import { describe, expect, it } from 'vitest';
import { filled, type HourFlow } from './flow.ts';
import { figuresOf, overviewOf } from './overview.ts';
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
    const { now, before } = overviewOf(rows, row('2026-11-20T09:00:00.000Z', 4, '0.05'), period);
    expect(now).toMatchObject({ orders: 9, amount: '0.3', fee: '0.2' });
    expect(before).toMatchObject({ orders: 4, amount: '0.05' });
  });

  it.each([1, 24, 720])('compares %i hours with a stretch of the same length', (hours) => {
    const { from, to, before, beforeEnds } = periodOf(new Date('2026-11-21T09:47:00Z'), hours);
    expect(Date.parse(beforeEnds) - Date.parse(before)).toBe(Date.parse(to) - Date.parse(from));
    expect(Date.parse(from) - Date.parse(before)).toBe(hours * 3_600_000);
  });

  it('agrees with the flow of the same period', () => {
    const flow = filled(period, rows);
    expect(flow).toHaveLength(24);
    expect(flow.reduce((sum, hour) => sum + hour.orders, 0)).toBe(figuresOf(rows, period.from).orders);
  });
});
