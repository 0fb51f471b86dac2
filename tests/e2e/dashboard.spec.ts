import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { PASSWORD } from './product.ts';

const tiles = (page: Page) => page.locator('[data-view="dashboard"]:visible [data-widget]');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Of the tiles, which come one after the other: once no more came for half a second. */
async function settledCount(page: Page): Promise<number> {
  let count = 0;
  const isSettled = async () => {
    const before = count;
    count = await tiles(page).count();
    return count > 0 && count === before;
  };
  await expect.poll(isSettled, { intervals: [500] }).toBe(true);
  return count;
}

test('a widget is removed, brought back by undo, added, and the default restored', async ({ open, page }) => {
  const workspace = await open();
  await expect(tiles(page).first()).toBeVisible();
  const shipped = await settledCount(page);
  await page.getByRole('button', { name: 'Actions of Notices' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(tiles(page)).toHaveCount(shipped - 1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(tiles(page)).toHaveCount(shipped);

  await workspace.activate('dashboard');
  await workspace.press('a');
  await dialog(page, 'Add widget')
    .getByRole('button', { name: /^Clock/ })
    .click();
  await expect(tiles(page)).toHaveCount(shipped + 1);
  await page.getByRole('button', { name: 'Actions of Merchant order flow' }).click();
  await page.getByRole('menuitem', { name: 'Settings…' }).click();
  const form = dialog(page, 'Merchant order flow: settings');
  await form.getByLabel('Hours').fill('48');
  await form.getByRole('button', { name: 'Save settings' }).click();
  await expect(form).toBeHidden();
  await expect(page.locator('[data-widget="order-flow"]')).toContainText('last 48 h');
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(tiles(page)).toHaveCount(shipped + 1);
  await expect(page.locator('[data-widget="order-flow"]')).toContainText('last 48 h');

  await workspace.activate('dashboard');
  await workspace.press('e');
  await page.getByRole('button', { name: 'Restore default' }).click();
  await expect(tiles(page)).toHaveCount(shipped);
  await expect(page.locator('[data-widget="order-flow"]')).toContainText('last 24 h');
});

test('a person has several dashboards, each in a tab of its own', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  test.slow();
  const workspace = await open();
  await expect(tiles(page).first()).toBeVisible();
  await workspace.activate('dashboard');
  await workspace.press('b');
  const list = dialog(page, 'Dashboards');
  await list.getByRole('textbox').fill('Channel health');
  await list.getByRole('button', { name: 'Create dashboard' }).click();
  await expect(workspace.tab('Channel health')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveTitle('Channel health - Paydesk');
  const empty = page.locator('[data-view="dashboard"]:visible');
  await empty.getByRole('button', { name: 'Add widget' }).click();
  await dialog(page, 'Add widget')
    .getByRole('button', { name: /^Clock/ })
    .click();
  await expect(tiles(page)).toHaveCount(1);
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await workspace.tab('Channel health').click();
  await expect(tiles(page)).toHaveCount(1);
  await workspace.tab('Home').click();
  await expect(tiles(page).nth(1)).toBeVisible();

  await workspace.press('b');
  const row = list.getByRole('listitem').filter({ hasText: 'Channel health' });
  await row.getByRole('button', { name: 'Rename' }).click();
  await list.getByRole('textbox', { name: 'Name of the dashboard' }).first().fill('Channels');
  await list.getByRole('button', { name: 'Rename' }).last().click();
  await expect(list.getByRole('listitem').filter({ hasText: 'Channels' })).toBeVisible();
  const remove = list.getByRole('button', { name: 'Delete the dashboard Channels' });
  await remove.click();
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('button', { name: /^Channels/ })).toBeFocused();
  await remove.click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Close' }).click();
  const api = await product.as('operator');
  const left = await api.call<{ kind: string }[]>('layout/list');
  expect(left.filter(({ kind }) => kind === 'dashboard')).toHaveLength(1);
});

test('rows of a widget are never cut in half', { tag: '@long' }, async ({ open, page }) => {
  await open();
  const lists = page.locator('[data-widget="grouped-orders"] .tile-rows');
  await expect(lists.first().locator('tbody tr').first()).toBeVisible();
  for (const list of await lists.all()) {
    const cut = await list.evaluate((box) => {
      const { bottom } = box.getBoundingClientRect();
      return [...box.querySelectorAll('tbody tr')]
        .map((row) => row.getBoundingClientRect())
        .filter((row) => row.top < bottom - 1 && row.bottom > bottom + 1).length;
    });
    expect(cut).toBe(0);
  }
});

test('W25: period, currency and merchant hold for every widget, for the person, and in a link', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open();
  await expect(tiles(page).first()).toBeVisible();
  const board = page.locator('[data-view="dashboard"]:visible');
  const overview = page.locator('[data-widget="platform-overview"]');
  await board.getByRole('button', { name: /^Period of all widgets/ }).click();
  await page.getByRole('menuitemradio', { name: 'yesterday' }).click();
  await expect(overview).toContainText('INR · yesterday');
  await expect(page.locator('[data-widget="order-flow"]')).toContainText('yesterday');
  await board.getByRole('button', { name: /^Currency of all widgets/ }).click();
  await page.getByRole('menuitemradio', { name: 'USDT' }).click();
  await expect(overview).toContainText('USDT · yesterday');
  await board.getByRole('button', { name: /^Currency of all widgets/ }).click();
  await page.getByRole('menuitemradio', { name: 'INR' }).click();
  await expect(overview).toContainText('INR · yesterday');
  await expect(overview).toContainText('₹');
  const figure = overview.getByRole('button', { name: /^Orders/ });
  const all = await figure.locator('strong').innerText();
  await board.getByRole('button', { name: 'Merchant', exact: true }).click();
  const merchant = board.locator('.pop').getByRole('checkbox', { name: 'Kaveri Games' });
  await merchant.check();
  await page.keyboard.press('Escape');
  await expect(board.getByRole('button', { name: /^Merchant: / })).toBeVisible();

  // The list behind a figure is of the same period, currency and merchant, and has as many rows.
  await expect(figure.locator('strong')).not.toHaveText(all);
  const count = await figure.locator('strong').innerText();
  const asked = page.waitForRequest(
    (request) =>
      request.url().endsWith('/collectOrder/rows') && /"merchantId":/.test(request.postData() ?? ''),
  );
  await figure.click();
  const filters = (await asked).postData() ?? '';
  for (const part of [/"currency":\["INR"\]/, /"merchantId":\["\d+"\]/, /"from":".+"to":"/])
    expect(filters).toMatch(part);
  await expect(workspace.panel('collectOrder').filter({ visible: true })).toContainText(count);

  // Kept for the person, and carried by the address.
  await workspace.tab('Home').click();
  await expect(page).toHaveURL(/period=yesterday/);
  const link = page.url();
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(overview).toContainText('INR · yesterday');
  await page.goto(link.replace('yesterday', 'lastWeek'));
  await workspace.ready();
  await expect(overview.filter({ visible: true })).toContainText('INR · last week');
});

test('W25: a tile of its own does not follow, and one that cannot says so', { tag: '@long' }, async ({
  open,
  page,
}) => {
  await open('finance', { address: '/dashboard/home' });
  const board = page.locator('[data-view="dashboard"]:visible');
  const flow = board.locator('[data-widget="order-flow"]');
  await flow.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings…' }).click();
  await page.getByRole('checkbox', { name: 'Period' }).uncheck();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await board.getByRole('button', { name: /^Period of all widgets/ }).click();
  await page.getByRole('menuitemradio', { name: 'today' }).click();
  await expect(board.locator('[data-widget="platform-overview"]')).toContainText('INR · today');
  await expect(flow).toContainText('last 24 h');
  await expect(board.locator('[data-widget="assets"] .tile-ignored')).toContainText('not by Period');
  await expect(flow.locator('.tile-ignored')).toHaveCount(0);
});

test('W25: figures are compared with the period before, or with two instants', async ({ open, page }) => {
  await open();
  const board = page.locator('[data-view="dashboard"]:visible');
  const rows = board.locator('[data-widget="grouped-orders"]').first();
  await expect(rows.locator('tbody tr').first()).toBeVisible();
  await expect(rows.locator('.fig-delta')).toHaveCount(0);
  await board.getByRole('button', { name: /^Compare with/ }).click();
  await page.getByRole('menuitemradio', { name: 'Period before' }).click();
  await expect(rows.locator('.fig-delta').first()).toContainText(/[▲▼=] [\d.]+ (%|pp)|–/);
  await board.getByRole('button', { name: /^Compare with/ }).click();
  const days = [3, 2].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('textbox', { name: 'From' }).fill(days[0]!);
  await page.getByRole('textbox', { name: 'To' }).fill(days[1]!);
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/measure/read') && request.postData()?.includes('"from"') === true,
  );
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  expect((await asked).postDataJSON()).toHaveProperty('to');
});

test('Escape leaves the edit mode', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open();
  await expect(tiles(page).first()).toBeVisible();
  const board = page.locator('[data-view="dashboard"]:visible');
  await board.getByRole('button', { name: 'Edit dashboard' }).click();
  await expect(board.getByRole('button', { name: 'Done' })).toBeVisible();
  await workspace.activate('dashboard');
  await workspace.press('Escape');
  await expect(board.getByRole('button', { name: 'Done' })).toHaveCount(0);
  await board.getByRole('button', { name: 'Widget', exact: true }).click();
  await expect(dialog(page, 'Add widget')).toBeVisible();
});

test('sizing one widget leaves the others as they are, and its corner under the hand', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open();
  await expect(tiles(page).first()).toBeVisible();
  await workspace.activate('dashboard');
  await workspace.press('b');
  await dialog(page, 'Dashboards').getByRole('textbox').fill('Two clocks');
  await dialog(page, 'Dashboards').getByRole('button', { name: 'Create dashboard' }).click();
  const board = page.locator('[data-view="dashboard"]:visible');
  await expect(board.getByRole('button', { name: 'Add widget' })).toBeVisible();
  for (const count of [1, 2]) {
    await board.focus();
    await page.keyboard.press('a');
    await dialog(page, 'Add widget')
      .getByRole('button', { name: /^Clock/ })
      .click();
    await expect(tiles(page)).toHaveCount(count);
  }
  await board.focus();
  await page.keyboard.press('Alt+Enter');
  await board.focus();
  await page.keyboard.press('e');
  const [first, second] = [tiles(page).first(), tiles(page).nth(1)];
  const handle = board.locator('.react-resizable-handle-se').nth(1);
  await expect(handle).toBeVisible();
  const before = { first: await first.boundingBox(), second: await second.boundingBox() };
  const from = await handle.boundingBox();
  await page.mouse.move(from!.x + 5, from!.y + 5);
  await page.mouse.down();
  await page.mouse.move(from!.x + 5, from!.y + 95, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await second.boundingBox())!.height).toBeGreaterThan(before.second!.height);
  const after = { first: await first.boundingBox(), second: await second.boundingBox() };
  expect(after.first).toEqual(before.first);
  // To the next whole row.
  expect(Math.abs(after.second!.height - before.second!.height - 90)).toBeLessThan(80);
});

test('W23: a tile is grabbed, moved, sized, dropped, put back, duplicated and removed by keys', async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'dashboard' });
  await expect(tiles(page).first()).toBeVisible();
  const shipped = await settledCount(page);
  await workspace.activate('dashboard');
  await workspace.press('e');
  const tile = page.locator('[data-tile="overview"] .tile');
  const place = async () => (await tile.boundingBox())!;
  await tile.focus();
  const before = await place();
  await page.keyboard.press('Enter');
  await expect(page.locator('[aria-live="assertive"]').first()).toContainText(
    'Platform daily overview grabbed',
  );
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await place()).y).toBeGreaterThan(before.y);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await place()).y).toBe(before.y);

  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await place()).width).toBeGreaterThan(before.width);
  await page.keyboard.press('Enter');
  await expect(page.locator('[aria-live="assertive"]').first()).toContainText('dropped');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await place()).width).toBe(before.width);

  await tile.focus();
  await page.keyboard.press('d');
  await expect(tiles(page)).toHaveCount(shipped + 1);
  await tile.focus();
  await page.keyboard.press('Delete');
  await expect(tiles(page)).toHaveCount(shipped);
  await expect(tile).toHaveCount(0);
});

test('W22: settings are previewed as they are typed, and cancelling leaves the tile as it was', {
  tag: '@long',
}, async ({ open, page }) => {
  await open('operator', { only: 'dashboard' });
  const flow = page.locator('[data-tile="flow"] .tile');
  await expect(flow).toContainText('last 24 h');
  await flow.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings…' }).click();
  const form = dialog(page, 'Merchant order flow: settings');
  await form.getByLabel('Hours').fill('6');
  await expect(form.locator('.dash-preview')).toContainText('last 6 h');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(flow).toContainText('last 24 h');
});

test('W23: a widget is found by typing and seen before it is added', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'dashboard' });
  await expect(tiles(page).first()).toBeVisible();
  const shipped = await settledCount(page);
  await workspace.activate('dashboard');
  await workspace.press('a');
  const list = dialog(page, 'Add widget');
  await page.keyboard.type('upstream order');
  await expect(list.locator('.dash-preview [data-widget="upstream-flow"]')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-tile] [data-widget="upstream-flow"]')).toHaveCount(1);
  await expect(tiles(page)).toHaveCount(shipped + 1);
});

test('W26: a wall screen shows the dashboards in turn, after a reload and an ended session too', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'dashboard' });
  const api = await product.as('operator');
  for (const name of ['First wall', 'Second wall'])
    await api.call('layout/save', {
      name,
      kind: 'dashboard',
      baseline: JSON.stringify({ schema: 1, tiles: [] }),
      working: null,
      version: 0,
    });
  await page.goto('/dashboard/home?wall=2');
  await workspace.ready().catch(() => undefined);
  const wall = page.locator('.wall');
  await expect(wall).toContainText('First wall');
  await expect(wall).toContainText('Second wall');
  await expect(wall).toContainText('First wall');
  const box = (await wall.boundingBox())!;
  expect([box.x, box.y, box.width]).toEqual([0, 0, page.viewportSize()!.width]);
  await expect(wall).toHaveCSS('cursor', 'none');
  await page.reload();
  await expect(wall).toContainText('Second wall');

  await page.keyboard.press('Escape');
  await expect(wall).toHaveCount(0);
  await page.goto('/dashboard/home?wall=2');
  await expect(wall).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByText('The session of this wall screen has ended')).toHaveCSS('font-size', '28px');
  await workspace.fillIn('operator', PASSWORD);
  await expect(wall).toContainText('Second wall');
});

test('W26: a wall screen whose pointer rests shows every figure and nothing to press', async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'dashboard' });
  await page.goto('/dashboard/home?wall=300');
  await workspace.ready().catch(() => undefined);
  const wall = page.locator('.wall');
  await expect(wall).toHaveCSS('cursor', 'none');
  await expect(wall.locator('.ov-figure').first()).toBeVisible();
  await expect(wall.getByRole('button', { name: 'Leave the wall screen' })).toBeHidden();
  await page.mouse.move(300, 300);
  await expect(wall.getByRole('button', { name: 'Leave the wall screen' })).toBeVisible();
});
