import { join } from 'node:path';
import { test } from '../e2e/fixtures.ts';

/** Each workspace that ships, as its people find it on their first day, into docs/layouts. */

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'layouts');
/** Charts have drawn, lists have their first rows and links have led to theirs. */
const SETTLED_MS = 6_000;

test.use({ viewport: { width: 1600, height: 1000 } });

for (const account of ['operator', 'finance', 'merchant', 'agent', 'admin'])
  for (const theme of ['dark', 'light'] as const)
    test(`${account}, ${theme}`, async ({ open, page }) => {
      await open(account, { theme });
      await page.waitForTimeout(SETTLED_MS);
      await page.screenshot({ path: join(FOLDER, `${account}-${theme}.png`) });
    });
