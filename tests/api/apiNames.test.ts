import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apiNames, PATH } from '../../scripts/apiNames.ts';

it('docs/api-names.md lists what there is; `node scripts/apiNames.ts` writes it', () => {
  expect(readFileSync(PATH, 'utf8')).toBe(apiNames());
});
