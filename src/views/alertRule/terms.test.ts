import { describe, expect, it } from 'vitest';
import { termsOf } from './terms.ts';

describe('the terms of a form', () => {
  const TYPED = { measure: 'collectOrder.rate', comparison: 'below', threshold: '80' };

  it('are none until measure, condition and threshold are there, and an amount has its currency', () => {
    expect(termsOf({ ...TYPED, threshold: '' })).toBeUndefined();
    expect(termsOf({ ...TYPED, comparison: undefined })).toBeUndefined();
    expect(termsOf({ ...TYPED, measure: 'gone' })).toBeUndefined();
    expect(termsOf({ ...TYPED, measure: 'collectOrder.collected' })).toBeUndefined();
    expect(termsOf({ ...TYPED, measure: 'collectOrder.collected', currency: 'INR' })?.currency).toBe('INR');
  });

  it('take what is left empty as a rule does', () => {
    expect(termsOf({ ...TYPED, merchantId: '', windowMinutes: null })).toMatchObject({
      windowMinutes: 15,
      minimumCount: 0,
      merchantId: null,
      resolveThreshold: null,
    });
  });
});
