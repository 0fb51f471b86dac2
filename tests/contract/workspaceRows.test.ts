import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Rows W1 to W36 of the workspace's plan: each has a browser test that names it. */

const E2E = join(import.meta.dirname, '../e2e');
const ROWS = Array.from({ length: 36 }, (_, at) => `W${at + 1}`);

it('has a browser test for every row of the workspace plan', () => {
  const titles = readdirSync(E2E)
    .filter((name) => name.endsWith('.spec.ts'))
    .flatMap((name) => readFileSync(join(E2E, name), 'utf8').match(/\btest\(\s*['"`][^'"`]*/g) ?? []);
  const named = new Set(titles.flatMap((title) => title.match(/\bW\d+\b/g) ?? []));
  expect(ROWS.filter((row) => !named.has(row))).toEqual([]);
});
