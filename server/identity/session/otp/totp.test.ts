import { describe, expect, it } from 'vitest';
import { addressOf, newSecret, stepOf } from './totp.ts';

/** RFC 6238, appendix B: the secret "12345678901234567890", the last six of the eight digits it prints. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('a time-based code', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %d s is the one of the RFC', (seconds, code, step) => {
    expect(stepOf(SECRET, code, at(seconds))).toBe(step);
  });

  it('is right one step early or late and then no more', () => {
    for (const seconds of [0, 30, 60, 89]) expect(stepOf(SECRET, '287082', at(seconds))).toBe(1);
    expect(stepOf(SECRET, '287082', at(90))).toBeUndefined();
    expect(stepOf(SECRET, '287083', at(59))).toBeUndefined();
  });

  it('comes from a secret of 160 bits that an app can read', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(secret);
    expect(addressOf(secret, 'li ming')).toBe(
      `otpauth://totp/Paydesk:li%20ming?issuer=Paydesk&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
