import { expect, it } from 'vitest';
import { anyIdOf } from './anyId.ts';

it('takes one word as a start, several as a list, and one line of words as a name too', () => {
  expect(anyIdOf('')).toEqual({ exact: [], start: undefined });
  expect(anyIdOf(' C261 ')).toEqual({ exact: [], start: 'C261' });
  expect(anyIdOf('C1, C2;C3')).toEqual({ exact: ['C1', 'C2', 'C3'], start: undefined });
  expect(anyIdOf('C1\nC2\n')).toEqual({ exact: ['C1', 'C2'], start: undefined });
  expect(anyIdOf('Kaveri Games')).toEqual({ exact: ['Kaveri', 'Games'], start: 'Kaveri Games' });
});
