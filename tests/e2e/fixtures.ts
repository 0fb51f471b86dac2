import { test as base } from '@playwright/test';
import { Desk, type Look } from './desk.ts';
import { Product } from './product.ts';

interface Fixtures {
  /** A signed-in workspace in the test's own page, on the account's first day. */
  open: (account?: string, look?: Look) => Promise<Desk>;
}

export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // Playwright reads what a fixture needs from its first argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = new Product(process.env['E2E_DATA_DIR'] ?? '', process.env['E2E_PORT'] ?? '');
      await product.start();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.base),
  open: async ({ page, product }, use) => {
    await use(async (account = 'operator', look = {}) => {
      await product.forget(account);
      const desk = new Desk(page);
      await desk.signIn(account, look);
      return desk;
    });
  },
});

export { expect } from '@playwright/test';
