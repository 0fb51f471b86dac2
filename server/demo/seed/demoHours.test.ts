import { describe, expect, it } from 'vitest';
import { PACE, rhythmAt } from '../rhythm.ts';
import { DAYS, demoHours } from './demoHours.ts';

const HOUR_MS = 3_600_000;
const noon = Date.UTC(2026, 10, 21, 12, 7);
const hoursOf = (orders: number, anchorMs = noon) => demoHours({ orders, seed: 20_260, anchorMs });
const count = ({ first, last }: { first: number; last: number }) => last - first + 1;
const sum = (hours: ReturnType<typeof hoursOf>) => hours.reduce((total, hour) => total + count(hour), 0);

describe('the hours of the demo', () => {
  it('hold every order once, in time order, up to the anchor', () => {
    for (const orders of [1, 777, 20_000, 1_000_000]) {
      const hours = hoursOf(orders);
      expect(hours).toHaveLength(DAYS * 24);
      expect(sum(hours)).toBe(orders);
      expect(hours[0]?.first).toBe(1);
      expect(hours.at(-1)).toMatchObject({ startMs: noon - HOUR_MS, last: orders });
      for (const [index, hour] of hours.entries()) expect(hour.first).toBe((hours[index - 1]?.last ?? 0) + 1);
    }
  });

  it('reach the pace of the live orders at every hour of the day, with a believable yesterday', () => {
    for (let hour = 0; hour < 24; hour += 3) {
      const anchorMs = noon + hour * HOUR_MS;
      const hours = hoursOf(200_000, anchorMs);
      const live = PACE * 3_600 * rhythmAt(anchorMs);
      const last = count(hours.at(-1)!);
      expect(last / live, `last hour at +${hour}`).toBeGreaterThan(0.55);
      expect(last / live, `last hour at +${hour}`).toBeLessThan(1.05);
      const today = sum(hours.slice(-24));
      const yesterday = sum(hours.slice(-48, -24));
      expect(today / yesterday, `today at +${hour}`).toBeGreaterThan(0.95);
      expect(today / yesterday, `today at +${hour}`).toBeLessThan(1.35);
      // An hour later the live orders took the place of yesterday's.
      const later =
        (today - count(hours.at(-24)!) + live) / (yesterday - count(hours.at(-48)!) + count(hours.at(-24)!));
      expect(later, `an hour after +${hour}`).toBeLessThan(1.4);
    }
  });

  it('leave something to every day of two months', () => {
    const hours = hoursOf(200_000);
    for (let day = 0; day < DAYS; day += 1)
      expect(sum(hours.slice(day * 24, day * 24 + 24)), `day ${day}`).toBeGreaterThan(80);
  });
});
