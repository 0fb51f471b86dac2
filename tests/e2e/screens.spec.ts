import { expect, test } from './fixtures.ts';
import { judge, listen } from './judge.ts';
import { sampled } from './sample.ts';

/** A sample of `npm run campaign:screens`: a view of its own kind each, in a language and a size that hide least. */

const SAMPLES = [
  { only: 'sysUser', locale: 'zh-tw', theme: 'light', size: { width: 390, height: 800 } },
  { only: 'sysJob', locale: 'zh-cn', theme: 'dark', size: { width: 1280, height: 720 } },
] as const;

for (const { only, locale, theme, size } of SAMPLES)
  test(
    `${only} in ${locale}, ${theme}, at ${size.width} px has nothing cut, out of reach or in English`,
    sampled(only === 'sysUser'),
    async ({ open, page }) => {
      const heard = listen(page);
      await page.setViewportSize(size);
      const workspace = await open('admin', { only, locale, theme });
      await expect(workspace.panel(only).locator('[role="row"], tr').nth(2)).toBeVisible();
      expect([...(await judge(page, { locale, theme })), ...heard()]).toEqual([]);
    },
  );
