import { PACE, rhythmAt } from '../rhythm.ts';
import { seeded } from './random.ts';

/** An hour of the demo's history and the numbers of its orders, both included. */
export interface DemoHour {
  startMs: number;
  first: number;
  last: number;
}

interface Plan {
  orders: number;
  seed: number;
  anchorMs: number;
}

export const DAYS = 60;
const HOURS = DAYS * 24;
const HOUR_MS = 3_600_000;
/** Of this many orders the last hour reaches the pace of the live ones; of fewer its share of them. */
const FULL = 200_000;
/** What the last recorded hour has of the live pace: a platform that grows. */
const REACHED = 0.75;
const LEAST = 0.01;

interface Shape {
  /** Orders of the last hour. */
  peak: number;
  /** How narrow the rush of a day is. */
  narrow: number;
  /** The quiet hours of a day relative to its rush. */
  quiet: number;
}

/**
 * Sixty days cannot hold the live pace all day, so each recorded day has a rush at the hour where the recording ends:
 * its last hours meet the live orders, and today and yesterday have the same form. The more orders, the wider the rush.
 */
function shapeOf({ orders }: Plan): Shape {
  const big = Math.max(1, orders / FULL);
  return {
    peak: REACHED * PACE * 3_600 * Math.min(1, orders / FULL),
    narrow: 10 / big ** 0.6,
    quiet: Math.min(0.6, 0.05 * Math.sqrt(big)),
  };
}

/** A day's volume relative to today's: level for `plateau` days, then down to the few orders of the beginnings. */
const growth = (days: number, plateau: number): number =>
  (1 - LEAST) / (1 + (days / plateau) ** 5) + LEAST * (1 - days / 80);

function weights(plan: Plan, plateau: number): number[] {
  const { peak, narrow, quiet } = shapeOf(plan);
  const random = seeded(plan.seed);
  return Array.from({ length: HOURS }, (_, index) => {
    const age = HOURS - index - 0.5;
    const atMs = plan.anchorMs - age * HOUR_MS;
    const near = (1 + Math.cos((2 * Math.PI * age) / 24)) / 2;
    const day = growth(age / 24, plateau);
    return (
      peak * rhythmAt(atMs) * day * (quiet + (1 - quiet) * near ** narrow) * (0.94 + 0.12 * random.next())
    );
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The plateau with which the hours hold as many orders as are wanted. */
function plateauFor(plan: Plan): number {
  let [low, high] = [0.05, 2_000];
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(low * high);
    if (sum(weights(plan, middle)) < plan.orders) low = middle;
    else high = middle;
  }
  return low;
}

/** The hours before the anchor with their orders, oldest first. */
export function demoHours(plan: Plan): DemoHour[] {
  const volume = weights(plan, plateauFor(plan));
  const total = sum(volume);
  let reached = 0;
  return volume.map((weight, index) => {
    const before = Math.round((plan.orders * reached) / total);
    reached += weight;
    return {
      startMs: plan.anchorMs - (HOURS - index) * HOUR_MS,
      first: before + 1,
      last: index === HOURS - 1 ? plan.orders : Math.round((plan.orders * reached) / total),
    };
  });
}
