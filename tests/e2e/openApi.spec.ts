import type { Page } from '@playwright/test';
import { type OpenKey, openResult } from '../support/openClient.ts';
import { expect, test } from './fixtures.ts';
import { keyOf } from './openKey.ts';
import type { Product } from './product.ts';

interface Opened {
  orderNo: string;
  merchantOrderNo: string;
  payUrl: string;
  fee: string;
}

interface Received {
  orderNo: string;
  status: number;
  signatureValid: boolean;
}

const AMOUNT = '1500';

const pendingOf = async (product: Product, key: OpenKey): Promise<number> => {
  const [inr] = await openResult<{ pending: string }[]>(product.base, key, 'balance', { currency: 'INR' });
  return Math.round(Number(inr!.pending) * 100);
};

/** The sandbox upstream pays whatever the demo's own troubles are. */
const calm = async (product: Product) =>
  (await product.as('admin')).call('demo/upstream', { upstream: '*', behaviour: 'pays' });

async function pays(page: Page, payUrl: string): Promise<void> {
  await page.goto(`${payUrl}?lang=en`);
  await expect(page.locator('.amount')).toHaveText('1,500.00 INR');
  await page.getByRole('button', { name: 'Pay in the sandbox' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-stage', /confirming|success/);
  await expect(page.locator('main')).toHaveAttribute('data-stage', 'success');
  await expect(page.getByRole('status')).toHaveText('Paid');
}

test('a merchant opens an order, its payer pays, the money moves and the operator sees each step', async ({
  open,
  product,
  browser,
}) => {
  test.slow();
  await calm(product);
  const key = await keyOf(product);
  const before = await pendingOf(product, key);
  const order = await openResult<Opened>(product.base, key, 'collectOrder/create', {
    merchantOrderNo: `E2E-${Date.now()}`,
    channelCode: 'UPI_QR',
    amount: AMOUNT,
  });

  const workspace = await open('operator');
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.panel.locator('.any-id input').fill(order.orderNo);
  await expect(grid.at(1)).toHaveCount(0);
  const id = await grid.loaded();
  await grid.choose(id);
  await workspace.press('Space');
  const peek = workspace.page.getByRole('complementary', { name: 'Order', exact: true });
  await expect(peek).toContainText(order.orderNo);
  const story = peek.locator('.line-item');
  await expect(story.filter({ hasText: 'Submit upstream' }).first()).toBeVisible();

  const payer = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' });
  try {
    await pays(await payer.newPage(), order.payUrl);
  } finally {
    await payer.close();
  }
  // Nothing was reloaded: what happened came to the open panel by itself.
  for (const step of ['Cashier opened', 'Paid', 'Collection fee'])
    await expect(story.filter({ hasText: step }).first()).toBeVisible();
  await expect(grid.cell(id, 'status')).toContainText('Success');

  // The key's own balance: the order's net, and whatever else the traffic brought this merchant meanwhile.
  const net = Math.round((Number(AMOUNT) - Number(order.fee)) * 100);
  expect((await pendingOf(product, key)) - before).toBeGreaterThanOrEqual(net);
  const admin = await product.as('admin');
  const received = async () =>
    (await admin.call<{ received: Received[] }>('demo/sandbox')).received.find(
      ({ orderNo }) => orderNo === order.orderNo,
    );
  await expect.poll(received).toMatchObject({ status: 2, signatureValid: true });
});

test('the cashier fits a phone, dark and light, in each language', async ({ page, product }) => {
  await calm(product);
  const key = await keyOf(product);
  const { payUrl } = await openResult<Opened>(product.base, key, 'collectOrder/create', {
    merchantOrderNo: `E2E-${Date.now()}`,
    channelCode: 'UPI_QR',
    amount: AMOUNT,
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const grounds = new Set<string>();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [language, text] of [
      ['zh-cn', '应付金额'],
      ['zh-tw', '應付金額'],
      ['en', 'Amount due'],
    ] as const) {
      await page.goto(`${payUrl}?lang=${language}`);
      await expect(page.getByText(text)).toBeVisible();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(wider, `${language} ${colorScheme}`).toBe(false);
    }
    grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(grounds.size).toBe(2);
});

test('a secret that is shown once is read whole within its panel', { tag: '@long' }, async ({
  open,
  product,
}) => {
  await keyOf(product);
  const workspace = await open('admin', { locale: 'en', only: 'openAccess' });
  const grid = workspace.grid('openAccess');
  await grid.choose(await grid.loaded());
  const panel = workspace.panel('openAccess');
  await panel.getByRole('button', { name: 'New secret' }).click();
  const sheet = panel.getByRole('dialog');
  await sheet.getByRole('button', { name: /^New secret/ }).click();
  const secret = sheet.locator('.secret');
  await expect(secret).toHaveText(/^\S{32,}$/);
  expect(await secret.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
});
