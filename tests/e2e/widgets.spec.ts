import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';

/** Every widget of the catalogue, drawn from the data of the demo. */

const IDS = readdirSync(join(import.meta.dirname, '../../widgets')).filter((name) => !name.includes('.'));
const EVERY_MS = 60_000;

interface Placed {
  widget: string;
  w?: number;
  h?: number;
  settings?: object;
}

/** A dashboard of these widgets, from top to bottom. */
async function plant(product: Product, account: string, placed: readonly Placed[]): Promise<void> {
  const api = await product.as(account);
  const tiles = placed.map(({ widget, w = 12, h = 8, settings = {} }, at) => ({
    id: `t${at}`,
    widget,
    version: 1,
    x: (at % 2) * 12,
    y: Math.floor(at / 2) * 8,
    w,
    h,
    settings,
  }));
  await api.call('layout/save', {
    name: 'Widgets',
    kind: 'dashboard',
    baseline: JSON.stringify({ schema: 1, tiles }),
    version: 0,
  });
}

const tile = (page: Page, widget: string) => page.locator(`[data-widget="${widget}"]`);

async function choose(page: Page, widget: string, item: string): Promise<void> {
  await tile(page, widget).locator('.tile-more').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('each widget of the catalogue draws what it is about', async ({ open, page, product }) => {
  test.slow();
  const workspace = await open('admin', { only: 'dashboard' });
  await plant(
    product,
    'admin',
    IDS.map((widget) => ({ widget })),
  );
  await page.reload();
  await workspace.ready();
  for (const id of IDS) {
    const place = tile(page, id);
    await place.scrollIntoViewIfNeeded();
    await expect(place.locator('.pd-state-loading')).toHaveCount(0, { timeout: EVERY_MS });
    await expect(place.locator('.pd-state-error, .pd-state-forbidden')).toHaveCount(0);
    expect(
      (await place.locator('.tile-content').innerText()).trim() + (await place.locator('canvas').count()),
    ).not.toBe('0');
  }
});

test('figures are copied as CSV, and a tile as a picture', async ({ open, page, product }) => {
  const workspace = await open('admin', { only: 'dashboard' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await plant(product, 'admin', [{ widget: 'upstream-orders' }, { widget: 'charts' }]);
  await page.reload();
  await workspace.ready();
  const orders = tile(page, 'upstream-orders');
  await expect(orders.locator('tbody tr').first()).toBeVisible();
  await choose(page, 'upstream-orders', 'Copy as CSV');
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\r\n');
  expect(lines[0]).toBe('Upstream,Orders,Under way,In review,Collected,Success rate');
  expect(lines).toHaveLength((await orders.locator('tbody tr').count()) + 2);

  await expect(tile(page, 'charts').locator('canvas')).toBeVisible();
  for (const widget of ['upstream-orders', 'charts']) {
    await choose(page, widget, 'Copy as picture');
    await expect(page.getByText('Picture copied')).toBeVisible();
    const size = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const picture = await createImageBitmap(await item!.getType('image/png'));
      return { width: picture.width, height: picture.height };
    });
    const box = (await tile(page, widget).boundingBox())!;
    expect(size.width).toBe(Math.ceil(box.width));
  }
});

test('a figure opens the list that it is the total of', async ({ open, page, product }) => {
  const workspace = await open('admin', { only: 'dashboard' });
  await plant(product, 'admin', [{ widget: 'bank-statistics' }]);
  await page.reload();
  await workspace.ready();
  const figure = tile(page, 'bank-statistics').locator('tbody tr').first().locator('td button').first();
  const count = await figure.innerText();
  await figure.click();
  await expect(workspace.panel('bankBill')).toContainText(`${count} match`);
});

test('a tile is renamed, and its table is walked by the arrows', async ({ open, page, product }) => {
  const workspace = await open('admin', { only: 'dashboard' });
  await plant(product, 'admin', [{ widget: 'assets', settings: { by: 'merchant' } }]);
  await page.reload();
  await workspace.ready();
  await choose(page, 'assets', 'Settings…');
  await page.getByLabel('Title').fill('Where our money is');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('heading', { name: 'Where our money is' })).toBeVisible();
  const cells = tile(page, 'assets').locator('tbody button');
  await cells.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(cells.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(tile(page, 'assets').locator('tbody tr').nth(1).locator('th button')).toBeFocused();
});

test('an entry of the calendar is added, done, changed and removed', async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'dashboard' });
  const api = await product.as('operator');
  for (const entry of await api.call<{ id: string }[]>('sysSchedule/page', {}))
    await api.call('sysSchedule/delete', entry);
  await plant(product, 'operator', [{ widget: 'schedule' }]);
  await page.reload();
  await workspace.ready();
  const schedule = tile(page, 'schedule');
  await schedule.getByLabel('What').fill('Call the bank');
  await schedule.getByLabel('What').press('Enter');
  await expect(schedule.getByRole('checkbox', { name: /Call the bank/ })).toBeVisible();
  await schedule.getByRole('button', { name: 'Edit Call the bank' }).click();
  await schedule.getByLabel('What').first().fill('Call the bank again');
  await schedule.getByRole('button', { name: 'Save' }).click();
  const done = schedule.getByRole('checkbox', { name: /Call the bank again/ });
  await done.check();
  await expect(schedule.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await schedule.getByRole('button', { name: 'Remove Call the bank again' }).click();
  await expect(done).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(done).toBeVisible();
});

test('quick access keeps what is picked, in its order', async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'dashboard' });
  await plant(product, 'operator', [{ widget: 'quick-access' }]);
  await page.reload();
  await workspace.ready();
  const quick = tile(page, 'quick-access');
  await quick.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('textbox', { name: 'Page or command' }).fill('show all keys');
  await page.getByRole('textbox', { name: 'Page or command' }).press('Enter');
  await page.keyboard.press('Escape');
  const entries = quick.locator('.quick-entry');
  await expect(entries.last()).toContainText('Show all keys');
  await quick.getByRole('button', { name: 'Arrange' }).click();
  const second = await entries.nth(1).innerText();
  await entries.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(entries.first()).toHaveText(second);
  await quick.getByRole('button', { name: 'Done' }).click();
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(entries.first()).toHaveText(second);
});
