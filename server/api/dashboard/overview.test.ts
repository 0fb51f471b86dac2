import { describe, expect, it } from 'vitest';
import { filled, type HourFlow } from './flow.ts';
import { figuresOf, overviewOf } from './overview.ts';
import { partsOf, periodOf } from './period.ts';

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
  const period = periodOf(new Date('2026-11-21T09:47:31Z'), 24);
  const rows = [
    row('2026-11-20T09:00:00.000Z', 5, '0.1'),
    row('2026-11-20T09:47:00.000Z', 7, '0.1'),
    row('2026-11-21T09:00:00.000Z', 2, '0.2'),
  ];

  it('begins a period to the minute', () => {
    expect(period).toEqual({
      from: '2026-11-20T09:47:00.000Z',
      before: '2026-11-19T09:47:00.000Z',
      to: '2026-11-21T09:47:31.000Z',
    });
  });

  it('counts what lies within an hour in the period it belongs to, with exact sums', () => {
    const { now, before } = overviewOf(rows, period);
    expect(now).toMatchObject({ orders: 9, amount: '0.3', fee: '0.2' });
    expect(before).toMatchObject({ orders: 5, amount: '0.1' });
  });

  it('counts apart the parts of hours at both starts, none where they are full', () => {
    expect(partsOf(period)).toEqual([
      { from: '2026-11-19T09:47:00.000Z', to: '2026-11-19T10:00:00.000Z' },
      { from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T09:47:00.000Z' },
      { from: '2026-11-20T09:47:00.000Z', to: '2026-11-20T10:00:00.000Z' },
    ]);
    expect(partsOf(periodOf(new Date('2026-11-21T09:00:20Z'), 24))).toEqual([]);
  });

  it.each([1, 24, 720])('compares %i hours with a stretch of the same length', (hours) => {
    const { from, to, before } = periodOf(new Date('2026-11-21T09:47:00Z'), hours);
    expect(Date.parse(to) - Date.parse(from)).toBe(hours * 3_600_000);
    expect(Date.parse(from) - Date.parse(before)).toBe(hours * 3_600_000);
  });

  it('agrees with the flow of the same period', () => {
    const flow = filled(period, rows);
    expect(flow).toHaveLength(25);
    expect(flow[0]?.hour).toBe(period.from);
    expect(flow.reduce((sum, hour) => sum + hour.orders, 0)).toBe(figuresOf(rows, period.from).orders);
  });
});
