import { describe, expect, it } from 'vitest';
import { amountTyped, changesOf, draftOf, inputOf, isSame, moved, newStep, wrongAmount } from './draft.ts';

const version = (...steps: ReturnType<typeof newStep>[]) => ({
  flowVersion: 1,
  limitAmount: '100',
  note: null,
  publishedBy: null,
  publishedAt: '2026-01-01T00:00:00.000Z',
  steps,
});

describe('a drawn flow', () => {
  it('is the same as its version until something of it is another', () => {
    const published = version(newStep(), { ...newStep(), aboveAmount: '500' });
    const draft = draftOf(published);
    expect(isSame(draft, published)).toBe(true);
    expect(isSame({ ...draft, limitAmount: '101' }, published)).toBe(false);
    const [first, second] = draft.steps;
    expect(isSame({ ...draft, steps: [first!, { ...second!, decides: 'all' }] }, published)).toBe(false);
    expect(isSame({ ...draft, steps: moved(draft.steps, 0, 1) }, published)).toBe(false);
  });

  it('sends no amount with the step that comes first', () => {
    const steps = [newStep(), { ...newStep(), aboveAmount: '500' }];
    expect(inputOf(moved(steps, 1, 0)).map(({ aboveAmount }) => aboveAmount)).toEqual([null, null]);
    expect(inputOf(steps).map(({ aboveAmount }) => aboveAmount)).toEqual([null, '500']);
  });

  it('is compared place by place', () => {
    const [one, other] = [newStep(), { ...newStep(), name: 'Director' }];
    expect(changesOf([one], [one, other]).map(({ kind }) => kind)).toEqual(['same', 'added']);
    expect(changesOf([one, other], [other]).map(({ kind }) => kind)).toEqual(['changed', 'removed']);
    const first = changesOf([one], [{ ...other, aboveAmount: '500' }])[0]!;
    expect(first.after).toMatchObject({ name: 'Director', aboveAmount: null });
  });

  it('names the amount that could not be published, as it is typed', () => {
    const drawn = (limitAmount: string, ...above: (string | null)[]) =>
      wrongAmount(
        { limitAmount, steps: [null, ...above].map((aboveAmount) => ({ ...newStep(), aboveAmount })) },
        'INR',
      );
    expect(drawn('100', amountTyped(' 50,000 '), null)).toBeUndefined();
    expect(drawn('abc')).toEqual({ step: 0, problem: 'none' });
    expect(drawn('100', '500', 'abc')).toEqual({ step: 3, problem: 'none' });
    expect(drawn('100', '-5')).toEqual({ step: 2, problem: 'none' });
    expect(drawn('100', '500.001')).toEqual({ step: 2, problem: 'digits' });
    expect(drawn('100', '100')).toEqual({ step: 2, problem: 'notAbove' });
  });

  it('moves a step to a place', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });
});
