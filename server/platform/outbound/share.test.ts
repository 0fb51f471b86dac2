import { describe, expect, it } from 'vitest';
import { type Learned, learn, limitOf, ruleOf, slowFrom } from './share.ts';

const sizes = { outboundConcurrency: 48, upstreamShare: undefined };
const upstream = ruleOf('upstream', sizes);
const after = (answers: readonly number[], from: Learned = { share: upstream.first, baselineMs: null }) =>
  answers.reduce((learned, took) => learn(learned, took, upstream), from);
const times = (count: number, took: number): number[] => Array.from({ length: count }, () => took);

describe('what an endpoint may have', () => {
  it('is a third of the pool for an upstream, or what is set, and two for a merchant', () => {
    expect(upstream.most).toBe(16);
    expect(ruleOf('upstream', { ...sizes, upstreamShare: 5 }).most).toBe(5);
    expect(ruleOf('upstream', { ...sizes, upstreamShare: 90 }).most).toBe(48);
    expect(ruleOf('upstream', { ...sizes, outboundConcurrency: 1 })).toEqual({ first: 1, least: 1, most: 1 });
    expect(ruleOf('callback', sizes)).toEqual({ first: 2, least: 1, most: 2 });
  });

  it('grows with each quick answer up to the most', () => {
    expect(after([300]).share).toBe(5);
    expect(after(times(40, 300))).toEqual({ share: 16, baselineMs: expect.closeTo(300, 5) });
  });

  it('falls to the least by three slow answers, and comes back by quick ones', () => {
    const healthy = after(times(40, 300));
    const slow = after(times(3, 7_500), healthy);
    expect(slow).toEqual({ ...healthy, share: 2 });
    expect(after(times(14, 300), slow).share).toBe(16);
    expect(after(times(30, 7_500)).share).toBe(2);
  });

  it('falls for one that is slow from the start, and by slowly rising answers too', () => {
    expect(after(times(2, 1_500)).share).toBe(2);
    const creeping = Array.from({ length: 200 }, (_, n) => 300 + n * 25);
    expect(after(creeping).share).toBe(2);
    expect(slowFrom(after(creeping).baselineMs)).toBeLessThanOrEqual(3_000);
  });
});

describe('what an endpoint may have now', () => {
  const idle = { size: 48, running: 0 };

  it('is less by each call that takes too long already', () => {
    expect(limitOf({ share: 16, overdue: 0 }, upstream, idle)).toBe(16);
    expect(limitOf({ share: 16, overdue: 10 }, upstream, idle)).toBe(6);
    expect(limitOf({ share: 16, overdue: 16 }, upstream, idle)).toBe(2);
  });

  it('leaves places free, whichever endpoints come one after another with all they may have', () => {
    const held: number[] = [];
    const running = () => held.reduce((sum, one) => sum + one, 0);
    for (let endpoint = 0; endpoint < 5; endpoint += 1) {
      let own = 0;
      while (own < limitOf({ share: 16, overdue: 0 }, upstream, { size: 48, running: running() + own }))
        own += 1;
      held.push(own);
    }
    expect(held[0]).toBe(16);
    expect(48 - running()).toBeGreaterThanOrEqual(2);
    expect(
      limitOf({ share: 4, overdue: 0 }, upstream, { size: 48, running: running() }),
    ).toBeGreaterThanOrEqual(1);
  });
});
