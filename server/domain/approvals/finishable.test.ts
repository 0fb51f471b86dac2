import { describe, expect, it } from 'vitest';
import { stuckStep } from './finishable.ts';

const steps = (...all: readonly (readonly ['any' | 'all', string | undefined])[]) =>
  all.map(([decides, people], at) => ({ step: at + 1, decides, people: people?.split('') }));

describe('a flow of approval', () => {
  it.each([
    ['one person of each', steps(['any', 'a'], ['any', 'b']), undefined],
    ['the same person twice', steps(['any', 'a'], ['any', 'a']), 2],
    ['two people for three steps', steps(['any', 'ab'], ['any', 'ab'], ['any', 'ab']), 3],
    ['the first leaves the only one to the second', steps(['any', 'ab'], ['any', 'a']), undefined],
    ['all, then one of them', steps(['all', 'ab'], ['any', 'a']), 2],
    ['all, then one of more', steps(['all', 'ab'], ['any', 'abc']), undefined],
    ['one, then all with somebody new', steps(['any', 'a'], ['all', 'ab']), undefined],
    ['one, then all of that one', steps(['any', 'a'], ['all', 'a']), 2],
    ['the only new one of all is needed before', steps(['any', 'ab'], ['any', 'a'], ['all', 'ab']), 3],
    ['nobody', steps(['any', 'a'], ['any', '']), 2],
    ['somebody whom only a request says', steps(['any', 'a'], ['any', undefined], ['any', 'b']), undefined],
  ])('%s', (_, asked, stuck) => {
    expect(stuckStep(asked)).toBe(stuck);
  });
});
