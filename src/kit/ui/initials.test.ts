import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it('draws somebody by the letters that others call them by', () => {
  expect(initialsOf('Asha Rao Patil')).toBe('AR');
  expect(initialsOf('admin')).toBe('A');
  expect(initialsOf('ops.night')).toBe('ON');
  expect(initialsOf('王小明')).toBe('明');
  expect(initialsOf('  ')).toBe('?');
});
