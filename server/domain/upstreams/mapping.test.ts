import { describe, expect, it } from 'vitest';
import { fill, pick, readAnswer, requestBody } from './mapping.ts';

describe('an upstream’s names', () => {
  it('takes what a template asks for and nothing else', () => {
    expect(fill('{orderNo}-{unknown}-x', { orderNo: 'C1' })).toBe('C1--x');
    expect(requestBody({ out_trade_no: '{orderNo}', app: 'a1' }, { orderNo: 'C1', amount: '5' })).toEqual({
      out_trade_no: 'C1',
      app: 'a1',
    });
    expect(requestBody(undefined, { orderNo: 'C1' })).toEqual({ orderNo: 'C1' });
  });

  it('reads plain values by path and never reaches into prototypes', () => {
    const body = { data: { no: 7, list: [1], ok: true } };
    expect(pick(body, 'data.no')).toBe('7');
    expect(pick(body, 'data.ok')).toBe('true');
    expect(pick(body, 'data.list')).toBeUndefined();
    expect(pick(body, 'data.constructor.name')).toBeUndefined();
    expect(pick(null, 'a.b')).toBeUndefined();
  });

  it('falls back to our own name where none is mapped', () => {
    expect(
      readAnswer({ state: 'data.status' }, { data: { status: 'OK' }, utr: '1' }, ['state', 'utr']),
    ).toEqual({
      state: 'OK',
      utr: '1',
    });
  });
});
