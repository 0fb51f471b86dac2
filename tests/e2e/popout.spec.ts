import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { Client } from '../support/client.ts';
import { WorkspacePage } from './workspacePage.ts';
import { expect, test } from './fixtures.ts';
import { claimable, orderOf } from './orders.ts';
import { PASSWORD } from './product.ts';

/** The orders of a workspace in a window of their own. */
async function outOf(workspace: WorkspacePage, context: BrowserContext): Promise<WorkspacePage> {
  await workspace.grid('collectOrder').loaded();
  await workspace.activate('collectOrder');
  const opened = context.waitForEvent('page');
  await workspace.press('Alt+p');
  const window = new WorkspacePage(await opened);
  await expect(window.panel('collectOrder')).toBeVisible();
  return window;
}

/** The stored layout knows of the window; whoever restores it offers to open it again. */
const outsideSaved = (api: Client) =>
  expect
    .poll(async () => {
      const [layout] = await api.call<{ id: string }[]>('layout/list');
      return layout ? JSON.stringify(await api.call(`layout/detail?id=${layout.id}`)) : '';
    })
    .toContain('window');

test('the orders move to a window of their own, where keys work, and come back after a reload by one click', async ({
  open,
  page,
  context,
  product,
}) => {
  const api = await product.as('operator');
  const order = await claimable(api);
  const workspace = await open();
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await workspace.activate('collectOrder');

  const opened = context.waitForEvent('page');
  await workspace.press('Alt+p');
  const window = new WorkspacePage(await opened);
  const out = window.grid('collectOrder');
  await expect(out.row(order.id)).toBeVisible();
  await expect(window.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(window.page).toHaveTitle('Collection orders - Paydesk');
  await expect(grid.row(order.id)).toHaveCount(0);

  await out.choose(order.id);
  await window.press('c');
  await expect(out.cell(order.id, 'claimedBy')).toContainText('me');
  // It answers where the key was pressed.
  await expect(window.toast('Claim successful')).toBeAttached();
  await expect(workspace.toast('Claim successful')).toHaveCount(0);
  await window.press('?');
  const keys = window.page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByRole('heading', { level: 2 }).first()).toHaveText('Collection orders');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0);
  await window.press('Escape');
  const me = await api.call<{ id: string }>('sysAuth/userInfo');
  expect((await orderOf(api, order.id)).claimedBy).toBe(me.id);

  await outsideSaved(api);
  const docked = await workspace.tabs().allInnerTexts();
  await expect(page).toHaveURL(/collect/i);
  await page.reload();
  await workspace.ready();
  // The address names the orders, whose window waits: no second tab stands in for it.
  await expect(page.getByRole('button', { name: /^Reopen window/ })).toBeVisible();
  await expect(workspace.tabs()).toHaveText(docked);
  const again = context.waitForEvent('page');
  await page.getByRole('button', { name: /^Reopen window/ }).click();
  const reopened = new WorkspacePage(await again);
  await expect(reopened.grid('collectOrder').row(order.id)).toBeVisible();
  await expect(workspace.tabs()).toHaveText(docked);

  // A grid that was made in the window fills its panel when it comes back from it.
  await reopened.page.setViewportSize({ width: 300, height: 500 });
  await expect(reopened.page.locator('.ag-header-cell[col-id=upstreamId]')).toHaveCount(0);
  await reopened.page.close();
  await expect(page.locator('[data-view=collectOrder] .ag-header-cell[col-id=upstreamId]')).toBeVisible();
});

test('a view whose window waits is opened in it by its menu entry', { tag: '@long' }, async ({
  open,
  page,
  context,
}) => {
  test.slow();
  const workspace = await open();
  await outOf(workspace, context);
  await workspace.saved();
  // A page that takes its time to leave sees its windows go: they wait all the same.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() === 'document') await sleep(2_500);
    await route.continue();
  });
  await page.reload();
  await workspace.ready();
  const again = context.waitForEvent('page');
  await workspace.menuEntry('collectOrder');
  await new WorkspacePage(await again).grid('collectOrder').loaded();
  await expect(workspace.panel('collectOrder')).toHaveCount(0);
});

test('a window that goes away gives its panel back to the pane it left', { tag: '@long' }, async ({
  open,
  context,
}) => {
  const workspace = await open();
  const window = await outOf(workspace, context);
  await expect(workspace.panel('collectOrder')).toHaveCount(0);
  await window.page.close();
  await expect(workspace.panel('collectOrder')).toBeVisible();
  await expect(workspace.page.locator('.flexlayout__floating_panel, .flexlayout__float_panel')).toHaveCount(
    0,
  );
});

test('a floating panel is docked by its button', { tag: '@long' }, async ({ open }) => {
  const workspace = await open();
  await workspace.grid('collectOrder').loaded();
  await workspace.activate('collectOrder');
  const docked = await workspace.page.getByRole('button', { name: 'Dock back into the workspace' }).count();
  expect(docked).toBe(0);
  await workspace.press('Alt+o');
  await workspace.page.getByRole('button', { name: 'Dock back into the workspace' }).click();
  await expect(workspace.page.getByRole('button', { name: 'Dock back into the workspace' })).toHaveCount(0);
  await expect(workspace.panel('collectOrder')).toBeVisible();
});

test('a floating panel stays inside the workspace: dragged, and when there is less room', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open();
  await workspace.grid('collectOrder').loaded();
  await workspace.activate('collectOrder');
  await workspace.press('Alt+o');
  const float = page.locator('.flexlayout__float_window');
  const bar = page.locator('.flexlayout__float_window_header');
  const outside = async () => {
    const [inner, outer] = await Promise.all(
      [float, page.locator('.ws-desk')].map((part) => part.boundingBox()),
    );
    const [a, b] = [inner!, outer!];
    // Half a pixel is rounding.
    const over = Math.max(
      b.x - a.x,
      b.y - a.y,
      a.x + a.width - b.x - b.width,
      a.y + a.height - b.y - b.height,
    );
    return over > 1;
  };
  const drag = async (x: number, y: number) => {
    const box = (await bar.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 6 });
    await page.mouse.up();
  };
  await expect(float).toBeVisible();
  await drag(640, 3);
  expect(await outside()).toBe(false);
  await drag(1_200, 718);
  expect(await outside()).toBe(false);
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: size.width - 300, height: size.height - 200 });
  await expect.poll(outside).toBe(false);
  // Where a step back would put it outside, it stays inside.
  await workspace.press('Control+Alt+z');
  await expect.poll(outside).toBe(false);
  await page.getByRole('button', { name: 'Dock back into the workspace' }).click();
  await expect(float).toHaveCount(0);
});

test('a window that goes with a lock waits to be opened again', { tag: '@long' }, async ({
  open,
  context,
  product,
}) => {
  const workspace = await open();
  const window = await outOf(workspace, context);
  await outsideSaved(await product.as('operator'));
  const closed = window.page.waitForEvent('close');
  await workspace.press('Control+Alt+l');
  await closed;
  // Longer than a window that somebody closes takes to be noticed.
  await sleep(2_500);
  await workspace.page.locator('.lock input[name=password]').fill(PASSWORD);
  await workspace.page.keyboard.press('Enter');
  await workspace.ready();
  const again = context.waitForEvent('page');
  await workspace.page.getByRole('button', { name: /^Reopen window/ }).click();
  await new WorkspacePage(await again).grid('collectOrder').loaded();
  await expect(workspace.panel('collectOrder')).toHaveCount(0);
});

test('a dialog asked for in a window of its own opens there, and is worked there', { tag: '@long' }, async ({
  open,
  page,
  context,
}) => {
  const workspace = await open();
  const window = await outOf(workspace, context);
  await window.press('Control+k');
  await window.page.keyboard.type('one-time');
  await expect(window.page.getByRole('option', { name: 'One-time password' })).toBeVisible();
  await window.page.keyboard.press('Enter');
  const dialog = window.page.getByRole('dialog', { name: 'One-time password' });
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'One-time password' })).toHaveCount(0);
  await window.page.keyboard.type('not this one');
  await window.page.keyboard.press('Enter');
  await expect(dialog.locator('.ant-form-item-explain-error')).toBeVisible();
  await window.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // Keys work in the window again.
  await window.press('?');
  await expect(window.page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

test('a form in a window of its own saves what was typed', { tag: '@long' }, async ({ open, context }) => {
  const workspace = await open('admin', { only: 'sysRole' });
  await workspace.grid('sysRole').loaded();
  await workspace.activate('sysRole');
  const opened = context.waitForEvent('page');
  await workspace.press('Alt+p');
  const window = new WorkspacePage(await opened);
  const panel = window.panel('sysRole');
  await window.grid('sysRole').loaded();
  await panel.click({ position: { x: 200, y: 120 } });
  await window.press('n');
  const form = panel.getByRole('dialog');
  const name = `Night ${Date.now().toString(36)}`;
  await form.getByLabel('Role name', { exact: true }).fill(name);
  await form.getByLabel('Role code', { exact: true }).fill(name.replace(' ', '_').toLowerCase());
  await window.page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await expect(panel.locator('.ag-row').filter({ hasText: name })).toBeVisible();
});

test('W2: closing one of three windows leaves the other two, and each of them opens again after a reload', {
  tag: '@long',
}, async ({ open, page, context }) => {
  test.slow();
  const workspace = await open();
  await workspace.grid('collectOrder').loaded();
  const windows: WorkspacePage[] = [];
  for (const view of ['collectOrder', 'fundDetail', 'merchantAsset']) {
    await workspace.activate(view);
    const opened = context.waitForEvent('page');
    await workspace.press('Alt+p');
    const window = new WorkspacePage(await opened);
    await expect(window.panel(view)).toBeVisible();
    windows.push(window);
  }
  const [orders, funds, assets] = windows as [WorkspacePage, WorkspacePage, WorkspacePage];
  await funds.page.close();
  await expect(workspace.panel('fundDetail')).toBeVisible();
  // The other two are as they were, and work.
  await expect(workspace.panel('collectOrder')).toHaveCount(0);
  await expect(workspace.panel('merchantAsset')).toHaveCount(0);
  await assets.grid('merchantAsset').loaded();
  await orders.activate('collectOrder');
  await orders.press('?');
  await expect(orders.page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await orders.press('Escape');

  await workspace.saved();
  await page.reload();
  await workspace.ready();
  const reopen = page.getByRole('button', { name: /^Reopen/ });
  await expect(reopen.first()).toBeVisible();
  const again: string[] = [];
  const note = async (window: Page) => {
    const view = await window.locator('[data-view]').first().getAttribute('data-view');
    if (view) again.push(view);
  };
  context.on('page', (window) => void note(window));
  await reopen.first().click();
  await expect.poll(() => [...again].sort()).toEqual(['collectOrder', 'merchantAsset']);
  await expect(workspace.panel('fundDetail')).toBeVisible();
});
