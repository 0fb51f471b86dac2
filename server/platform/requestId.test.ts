import { expect, it } from 'vitest';
import { TRACE } from '../../contract/trace.ts';
import { requestId } from './requestId.ts';
import { isTrace } from './trace.ts';

it('is a UUID of version 7, and a trace', () => {
  const id = requestId(Date.UTC(2026, 10, 27));
  expect(id).toMatch(/^01a21a4d-4000-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect([isTrace(id), TRACE.test(id)]).toEqual([true, true]);
});

it('goes up with the time, and is another one within a millisecond', () => {
  const [early, late] = [requestId(1_000), requestId(1_001)];
  expect(early < late).toBe(true);
  expect(new Set(Array.from({ length: 1_000 }, () => requestId(1_000))).size).toBe(1_000);
});
