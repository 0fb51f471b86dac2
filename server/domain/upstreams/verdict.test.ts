import { describe, expect, it } from 'vitest';
import type { Connection } from './config.ts';
import { AMBIGUOUS, verdict } from './verdict.ts';

const connection = (over: Partial<Connection> = {}): Connection => ({
  baseUrl: 'https://up.example',
  key: 'k',
  secret: 'secret-of-it',
  paths: {},
  timeoutMs: 8_000,
  answer: {},
  reportsAmount: true,
  states: { DONE: 'paid', NO: 'failed' },
  refusals: [],
  notFound: 'unknown',
  ...over,
});

const ERRORS = [400, 401, 403, 404, 405, 408, 409, 410, 422, 425, 429, 499, 500, 502, 503, 504, 301];

describe('an answer to a question', () => {
  it.each(ERRORS)('HTTP %i without a state moves nothing', (status) => {
    expect(verdict(connection({ refusals: [404, 401] }), 'query', status, undefined)).toBe('unknown');
  });

  it.each(ERRORS)('HTTP %i is about the question, whatever word its body carries', (status) => {
    expect(verdict(connection(), 'query', status, 'NO')).toBe('unknown');
    expect(verdict(connection(), 'query', status, 'DONE')).toBe('unknown');
  });

  it('moves an order by a state that it names, and by no other word', () => {
    expect(verdict(connection(), 'query', 200, 'DONE')).toBe('paid');
    expect(verdict(connection(), 'query', 200, 'failed')).toBe('failed');
    expect(verdict(connection(), 'query', 200, 'FAILED?')).toBe('unknown');
    expect(verdict(connection(), 'query', 200, 'constructor')).toBe('unknown');
    expect(verdict(connection(), 'query', 200, undefined)).toBe('unknown');
  });

  it('takes "no such order" for a failure only where the configuration says so', () => {
    const sure = connection({ notFound: 'failed' });
    for (const status of [200, 404]) {
      expect(verdict(connection(), 'query', status, 'notFound')).toBe('notFound');
      expect(verdict(sure, 'query', status, 'notFound')).toBe('failed');
      expect(verdict(sure, 'query', status, undefined)).toBe('unknown');
    }
    expect(verdict(sure, 'query', 401, 'notFound')).toBe('unknown');
    expect(verdict(sure, 'query', 502, 'notFound')).toBe('unknown');
  });
});

describe('an answer to a submission', () => {
  it.each(ERRORS)('HTTP %i alone does not say that nothing was done', (status) => {
    expect(verdict(connection(), 'pay', status, undefined)).toBe('unknown');
    expect(verdict(connection(), 'pay', status, 'accepted')).toBe('unknown');
    expect(verdict(connection(), 'pay', status, 'notFound')).toBe('unknown');
  });

  it('is a refusal where they say it failed, or give a status that is documented to mean so', () => {
    expect(verdict(connection(), 'pay', 200, 'NO')).toBe('failed');
    expect(verdict(connection(), 'pay', 422, 'NO')).toBe('failed');
    expect(verdict(connection({ refusals: [422] }), 'pay', 422, undefined)).toBe('failed');
    expect(verdict(connection({ refusals: [422] }), 'pay', 400, undefined)).toBe('unknown');
    // What says it is under way is not refused, whatever the status is documented to mean.
    expect(verdict(connection({ refusals: [422] }), 'pay', 422, 'pending')).toBe('unknown');
  });

  it.each([...AMBIGUOUS, 500, 502])(
    'HTTP %i is given to orders that were taken too: no word beside it counts',
    (status) => {
      expect(verdict(connection(), 'pay', status, 'NO')).toBe('unknown');
    },
  );
});
