import { expect, test } from './fixtures.ts';
import { STATUS, takeOrder } from './orders.ts';
import { scaleLimit } from '../support/patience.ts';

test('a part that is gone from the server tells of the new version, and the page stays', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.grid('collectOrder').loaded();
  await page.route(/\/assets\/Palette-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await workspace.press('Control+k');
  const banner = page.locator('.shell-banner');
  await expect(banner).toContainText('A new version of Paydesk is here');
  await expect(workspace.toast('This could not be opened')).toBeAttached();
  await expect(workspace.panel('collectOrder')).toBeVisible();
  await workspace.press('Control+,');
  await expect(page.getByRole('dialog', { name: 'Theme and settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute(/\/assets\/Palette-.*\.js$/);
  await banner.getByRole('button', { name: 'Reload' }).click();
  await workspace.ready();
  await workspace.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
});

test('the sign-in page has the year of today and speaks the chosen language throughout', async ({
  page,
  product,
}) => {
  await page.goto(`${product.base}/login`);
  const year = new Date().getFullYear();
  await expect(page.locator('.signin-foot')).toContainText(`© ${year}`);
  const line = page.locator('.signin-card > p').first();
  await page.getByRole('button', { name: /^(Language|语言)/ }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(line).toHaveText(/[\u4e00-\u9fff]/);
  await page.getByRole('button', { name: /简$/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(line).not.toHaveText(/[\u4e00-\u9fff]/);
});

test('a cut line is told once, marked on what is shown, not asked again and again, and mended by itself', {
  tag: '@long',
}, async ({ open, page, context }) => {
  const workspace = await open();
  await workspace.grid('collectOrder').loaded();
  await expect(page.locator('.tile').first()).toBeVisible();
  const places = () =>
    Promise.all(['.shell-main', '.tile >> nth=0'].map((each) => page.locator(each).boundingBox()));
  const atFirst = await places();
  let failed = 0;
  page.on('requestfailed', (request) => {
    if (request.url().includes('/api/')) failed += 1;
  });
  await context.setOffline(true);
  const banner = page.locator('.shell-banner');
  await expect(banner).toHaveCount(1, { timeout: scaleLimit(5_000) });
  await expect(banner).toContainText('No connection to the server');
  await expect(page.locator('.statusbar .dot-danger')).toBeVisible();
  expect(await places()).toEqual(atFirst);
  await expect(page.locator('.grid-stale').first()).toBeVisible();
  await expect(page.locator('.tile-stale').first()).toBeVisible();
  const before = failed;
  await page.waitForTimeout(6_000);
  expect(failed - before).toBeLessThan(10);
  await context.setOffline(false);
  await workspace.live();
  await expect(banner).toHaveCount(0);
  await expect(page.locator('.grid-stale, .tile-stale, .pd-state-error')).toHaveCount(0, {
    timeout: scaleLimit(8_000),
  });
});

test('what is said of a cut line covers no button of a sheet and no sum', { tag: '@long' }, async ({
  open,
  page,
  context,
  product,
}) => {
  const api = await product.as('operator');
  const order = await takeOrder(api, { status: [STATUS.success], settled: false });
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('Shift+S');
  const commit = page.getByRole('button', { name: /^Settle 1 order/ });
  await expect(commit).toBeVisible();
  const banner = page.locator('.shell-banner');
  const covers = async () => {
    const above = (await banner.boundingBox())!;
    const boxes = await Promise.all([commit, grid.foot].map((part) => part.boundingBox()));
    return boxes.some((box) => box!.y + box!.height > above.y && box!.y < above.y + above.height);
  };
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await expect.poll(covers).toBe(false);
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
});

test('Enter in an empty palette opens a view and starts nothing', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.grid('collectOrder').loaded();
  await workspace.press('Control+k');
  const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
  await expect(chosen).toHaveAttribute('data-value', /^view:/);
  const groups = page.getByRole('dialog').locator('.palette-heading');
  await expect(groups.first()).toHaveText('Views');
});

test('the name of the first layout follows the language', { tag: '@long' }, async ({ open }) => {
  const workspace = await open();
  await expect(workspace.layoutName()).toContainText('My desk');
  await workspace.command('Language: 简体中文');
  await expect(workspace.layoutName()).toContainText('我的工作台');
});

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1000, height: 520 } });

  test('the menu scrolls in itself, its fly-outs stand whole beside it, and the shell stays', async ({
    open,
    page,
  }) => {
    const workspace = await open('admin', { only: 'collectOrder' });
    const menu = (await page.locator('.sidemenu').boundingBox())!;
    const within = async (part: ReturnType<typeof page.locator>) => {
      await expect(part).toBeInViewport({ ratio: 1 });
      const box = (await part.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(menu.y);
      expect(box.y + box.height).toBeLessThanOrEqual(menu.y + menu.height);
      return box;
    };
    await workspace.press('Alt+m');
    await workspace.press('ArrowUp');
    await expect(page.locator('.area').last()).toBeFocused();
    await within(page.locator('.area').last());
    await workspace.press('ArrowUp');
    await workspace.press('ArrowRight');
    const flyout = page.locator('.flyout-open');
    await expect(flyout.locator('.flyout-entry').first()).toBeFocused();
    expect((await within(flyout)).x).toBe(menu.x + menu.width);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(520);
    expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('what opens under the bars stands within the window', async ({ open, page }) => {
    await open('merchant', { only: 'collectOrder' });
    for (const button of [page.getByRole('button', { name: /^Notices/ }), page.locator('.topbar-clock')]) {
      await button.click();
      await expect(page.locator('.popup-panel')).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    }
  });
});
