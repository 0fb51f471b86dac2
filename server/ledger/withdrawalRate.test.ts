import { describe, expect, it } from 'vitest';
import { bandOf, fitsBand } from './withdrawalRate.ts';

describe('the band around a reference rate', () => {
  it('is a fraction of it on both sides', () => {
    expect(bandOf('88', '0.05')).toEqual({ least: '83.6', most: '92.4' });
    expect(bandOf('0.123457', '0.1')).toEqual({ least: '0.111111', most: '0.135803' });
  });

  it.each([
    ['83.6', true],
    ['92.4', true],
    ['88', true],
    ['83.599999', false],
    ['92.400001', false],
    ['0', false],
    ['-88', false],
  ])('takes %s: %s', (rate, fits) => expect(fitsBand(rate, bandOf('88', '0.05'))).toBe(fits));

  it('never takes nothing, however wide it is', () => {
    expect(fitsBand('0', { least: '0', most: '1' })).toBe(false);
  });
});
