import { expect, test } from 'vitest';
import { undisguised } from './undisguised.ts';

test('names what turns a text around or hides in it, and leaves names and signs of any script', () => {
  expect(undisguised('UTR \u202E321\u202C of \u200Bसोनल 👩‍💻')).toBe(
    'UTR [U+202E]321[U+202C] of [U+200B]सोनल 👩‍💻',
  );
});
