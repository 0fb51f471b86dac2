import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { envelope } from '../e2e/envelope.ts';
import { expect, test } from '../e2e/fixtures.ts';
import type { Product } from '../e2e/product.ts';
import { WorkspacePage } from '../e2e/workspacePage.ts';
import { judge, listen } from '../e2e/judge.ts';

/**
 * The full cross of every view with languages, themes and sizes, as whoever may see it: each is judged and kept as a
 * picture in `.cache/screens`. SCREENS names views (`sysUser,sysJob`), those that are in no menu too; SIZES fewer sizes
 * (`laptop,phone`); ACCOUNT another person.
 */

const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'screens');
const ALL_SIZES = [
  { name: 'wide', size: { width: 1600, height: 1000 } },
  { name: 'laptop', size: { width: 1280, height: 720 } },
  { name: 'phone', size: { width: 390, height: 800 } },
] as const;
const WANTED = process.env['SIZES']?.split(',') ?? ['wide', 'laptop', 'phone'];
const SIZES = ALL_SIZES.filter(({ name }) => WANTED.includes(name));
const ACCOUNT = process.env['ACCOUNT'] ?? 'admin';
const ONLY = process.env['SCREENS']?.split(',');
/** Charts have drawn and lists have their rows. */
const SETTLED_MS = 900;

interface Entry {
  name: string;
  path: string;
  children?: Entry[] | null;
  meta?: { isHide?: boolean; isLink?: string | null };
}

async function views(product: Product): Promise<Entry[]> {
  const api = await product.as(ACCOUNT);
  const leaves = (list: Entry[]): Entry[] =>
    list.flatMap((entry) => (entry.children?.length ? leaves(entry.children) : [entry]));
  return leaves(await api.call<Entry[]>('sysMenu/loginMenuTree')).filter(
    ({ name, meta }) => !meta?.isLink && (ONLY ? ONLY.includes(name) : !meta?.isHide),
  );
}

for (const locale of ['en', 'zh-cn', 'zh-tw'] as const)
  for (const theme of ['dark', 'light'] as const)
    test(`${locale}, ${theme}`, async ({ page, product }) => {
      test.setTimeout(0);
      const heard = listen(page);
      const workspace = new WorkspacePage(page);
      const found: string[] = [];
      const list = await views(product);
      expect(list.length).toBeGreaterThan(0);
      await product.forget(ACCOUNT);
      await page.setViewportSize(ALL_SIZES[0].size);
      await workspace.enter(ACCOUNT, { locale, theme });
      for (const { name, path } of list) {
        await product.plant(ACCOUNT, envelope([], {}));
        await page.setViewportSize(ALL_SIZES[0].size);
        heard();
        await page.goto(path);
        await workspace.ready();
        for (const { name: sizeName, size } of SIZES) {
          await page.setViewportSize(size);
          await page.waitForTimeout(SETTLED_MS);
          const folder = join(FOLDER, `${locale}-${theme}-${sizeName}`);
          mkdirSync(folder, { recursive: true });
          await page.screenshot({ path: join(folder, `${name}.png`) });
          const faults = [...(await judge(page, { locale, theme })), ...heard()];
          found.push(...faults.map((fault) => `${name} (${sizeName}): ${fault}`));
        }
      }
      expect(found).toEqual([]);
    });
