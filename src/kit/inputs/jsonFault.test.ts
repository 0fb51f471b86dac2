import { describe, expect, it } from 'vitest';
import { jsonFault } from './jsonFault.ts';

describe('where a text stops being JSON', () => {
  it.each([
    ['{\n  "notifyOn": [\n}', 3, 1],
    ['{"a": 1,}', 1, 9],
    ['{a: 1}', 1, 2],
    ['["x" "y"]', 1, 6],
    ['{"a": 01}', 1, 8],
    ['{"a": "x\ny"}', 1, 9],
    ['{"a"', 1, 5],
    ['{} x', 1, 4],
    ['tru', 1, 1],
  ])('%j', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonFault(text)).toEqual({ line, column });
  });

  it.each(['', '  \n', '{}', ' [1, -2.5e3, {"a": [null, true, "\\u00e9\\""]}] ', '"x"', '0'])(
    'agrees with the parser on %j',
    (text) => {
      if (text.trim() !== '') JSON.parse(text);
      expect(jsonFault(text)).toBeUndefined();
    },
  );
});
