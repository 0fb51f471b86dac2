import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base } from '@playwright/test';
import { WorkspacePage, type Look } from './workspacePage.ts';
import { alone } from './envelope.ts';
import { placeOf } from './folder.ts';
import { Product } from './product.ts';
import { FirstPage, LOOKS, openProfile } from './profile.ts';
import { scaleLimit } from '../support/patience.ts';

interface Options {
  /** A window of nobody yet, for what a test sets for good: a clock, reduced motion. */
  incognito: boolean;
}

interface Start {
  /** The one view in the workspace, where a test needs none of those that the role begins with. */
  only?: string;
}

interface Fixtures {
  /** A signed-in workspace in the test's own page, on the account's first day. */
  open: (account?: string, look?: Look & Start) => Promise<WorkspacePage>;
}

interface Run {
  /** Demo orders of the product; few, where a test needs no long list. */
  orders: number;
  product: Product;
  /** One person's browser for the whole run: it keeps the compiled scripts, as browsers do, and nothing else. */
  profile: BrowserContext;
  firstPage: FirstPage;
}

export const test = base.extend<Fixtures & Options, Run>({
  incognito: [false, { option: true }],
  orders: [20_000, { option: true, scope: 'worker' }],
  product: [
    async ({ orders }, use, { parallelIndex }) => {
      const product = new Product(placeOf(parallelIndex, orders), orders);
      await product.start();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: scaleLimit(180_000) },
  ],
  profile: [
    async ({ playwright, launchOptions, headless, product }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'paydesk-browser-'));
      const profile = await openProfile(playwright.chromium, folder, {
        ...launchOptions,
        headless,
        ...LOOKS,
        baseURL: product.base,
      });
      await use(profile);
      await profile.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  firstPage: [
    async ({ profile, product }, use) => use(new FirstPage(profile, product.base)),
    { scope: 'worker' },
  ],
  browser: [
    async ({ profile }, use) => {
      const browser = profile.browser();
      if (!browser) throw new Error('the profile has no browser');
      await use(browser);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.base),
  context: async ({ profile, browser, product, incognito, viewport }, use) => {
    if (!incognito) return use(profile);
    const context = await browser.newContext({ ...LOOKS, viewport, baseURL: product.base });
    await use(context);
    return context.close();
  },
  page: async ({ context, incognito, firstPage, viewport }, use) => {
    // Before the test, not after it: what failed is still on screen when its picture is taken.
    const page = incognito ? await context.newPage() : await firstPage.forget();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  open: async ({ page, product }, use) => {
    await use(async (account = 'operator', { only, ...look } = {}) => {
      await (only ? product.plant(account, alone(only)) : product.forget(account));
      const workspace = new WorkspacePage(page);
      await workspace.enter(account, look);
      return workspace;
    });
  },
});

export { expect } from '@playwright/test';
