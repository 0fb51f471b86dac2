import { expect, it } from 'vitest';
import type { ActionResult } from './calls.ts';
import { describeOutcome } from './outcomeText.ts';

const TEXTS: Readonly<Record<string, string>> = {
  waiting: 'Waits',
  'results.nothing': 'Nothing was done',
  'results.separator': ', ',
  'results.queued': 'In the background',
};
const textOf = (key: string, values: Record<string, unknown> = {}): string =>
  TEXTS[key] ??
  (key === 'results.because'
    ? `${String(values.sentence)}: ${String(values.reason)}`
    : `${String(values.count)} ${key.replace('results.', '')}`);

const refused = (id: string, message = 'Short by 50') => ({ id, code: 'insufficientBalance', message });
const describe = (result: ActionResult) => describeOutcome(result, 'Settlement successful', textOf);

it('says what the action says where every row is done and booked, and nowhere else', () => {
  expect(describe({ done: ['1', '2'], refused: [], waiting: [] })).toEqual({
    type: 'success',
    message: 'Settlement successful',
  });
});

it.each<[string, ActionResult, string]>([
  ['one refused', { done: [], refused: [refused('1')] }, 'Nothing was done, 1 refused: Short by 50'],
  [
    'refused for several reasons',
    { done: [], refused: [refused('1'), refused('2', 'Settled already')] },
    'Nothing was done, 2 refused',
  ],
  ['one that waits', { done: ['1'], refused: [], waiting: ['1'] }, 'Waits'],
  [
    'several that wait',
    { done: ['1', '2'], refused: [], waiting: ['1', '2'] },
    'Nothing was done, 2 waiting',
  ],
  [
    'some of each',
    { done: ['1', '2'], refused: [refused('3')], waiting: ['2'] },
    '1 done, 1 waiting, 1 refused: Short by 50',
  ],
  ['a job', { done: [], refused: [], jobId: '7' }, 'In the background'],
  ['no row', { done: [], refused: [] }, 'Nothing was done'],
])('counts: %s', (_, result, message) => {
  expect(describe(result)).toEqual({ type: 'warning', message });
});
