import { expect, it } from 'vitest';
import { keyText } from './Keys.tsx';

it('says what a key was asked for, and other keys as they are', () => {
  expect(keyText('measure:[true,null,"staff","Asia/Kolkata",{"of":["collectOrder.count"],"days":7}]')).toBe(
    'staff · Asia/Kolkata · collectOrder.count · 7',
  );
  expect(keyText('setting:all')).toBe('all');
  expect(keyText('measure:[cut')).toBe('[cut');
  expect(keyText('measure:[null]')).toBe('[null]');
});
