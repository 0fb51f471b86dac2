import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { WorkspacePage } from './workspacePage.ts';

/** W1 and W21: regions, tiles, tabs and splitters by keys alone. */

/** The view whose panel has the focus, the bar that has it, or what else it is. */
const place = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const bar = at?.closest<HTMLElement>('[data-region]')?.dataset['region'];
    return bar ?? at?.closest<HTMLElement>('[data-scope]')?.dataset['view'] ?? at?.tagName ?? '';
  });

test('W21: F6 goes through menu, bar, panels and status bar, and comes back to where each was left', {
  tag: '@long',
}, async ({ open, page, context }) => {
  const workspace = await open();
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await workspace.activate('collectOrder');
  const round: string[] = [];
  for (let step = 0; step < 7; step += 1) {
    const before = await place(page);
    round.push(before);
    await workspace.press('F6');
    await expect.poll(() => place(page)).not.toBe(before);
  }
  // The order is fixed, whatever was opened last.
  expect(round).toEqual([
    'collectOrder',
    'fundDetail',
    'merchantAsset',
    'dashboard',
    'status',
    'menu',
    'top',
  ]);
  await expect.poll(() => place(page)).toBe('collectOrder');
  // Its third row had the focus: it has it again after a round through the bars.
  await workspace.press('ArrowDown');
  await workspace.press('ArrowDown');
  const row = await grid.panel.locator('.grid-cursor').getAttribute('row-id');
  await workspace.press('Shift+F6');
  await expect.poll(() => place(page)).toBe('top');
  await workspace.press('Tab');
  const button = await page.evaluate(() => document.activeElement?.outerHTML);
  await workspace.press('F6');
  await expect(grid.row(row!)).toBeFocused();
  await workspace.press('Shift+F6');
  expect(await page.evaluate(() => document.activeElement?.outerHTML)).toBe(button);
  // Esc leaves the menu for the panel.
  await workspace.press('Shift+F6');
  await expect.poll(() => place(page)).toBe('menu');
  await expect(page.locator('.sidemenu :focus-visible')).toHaveCount(1);
  await workspace.press('Escape');
  await expect(grid.row(row!)).toBeFocused();

  // Among the tiles the arrows go to the nearest one, Enter goes in and Esc out.
  for (const view of ['fundDetail', 'merchantAsset', 'dashboard']) {
    await workspace.press('F6');
    await expect.poll(() => place(page)).toBe(view);
  }
  await expect(workspace.panel('dashboard').locator('.dash')).toBeFocused();
  await workspace.press('ArrowDown');
  const tiles = workspace.panel('dashboard').locator('.tile');
  await expect(tiles.first()).toBeFocused();
  await workspace.press('End');
  await expect(tiles.last()).toBeFocused();
  await expect(tiles.last()).toHaveCSS('outline-style', 'solid');
  await workspace.press('Enter');
  await expect(tiles.last().locator(':focus')).toHaveCount(1);
  await workspace.press('Escape');
  await expect(tiles.last()).toBeFocused();

  // A window of its own is one of the places, after those of the page.
  await workspace.activate('collectOrder');
  const opened = context.waitForEvent('page');
  await workspace.press('Alt+p');
  const window = new WorkspacePage(await opened);
  await window.grid('collectOrder').loaded();
  await expect.poll(() => place(window.page)).toBe('collectOrder');
  await window.press('F6');
  await expect.poll(() => place(page)).toBe('status');
  await workspace.press('Shift+F6');
  await window.press('Shift+F6');
  await expect.poll(() => place(page)).toBe('dashboard');
});

test('W1: splitters and tabs are worked by keys, and each names itself', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open();
  await workspace.grid('collectOrder').loaded();
  const orders = workspace.panel('collectOrder');
  const box = async () => (await orders.boundingBox())!;
  const splitter = page.getByRole('separator').first();
  const across = (await splitter.getAttribute('aria-orientation')) === 'vertical';
  const size = async () => Math.round(across ? (await box()).width : (await box()).height);
  const [more, less] = across ? ['ArrowRight', 'ArrowLeft'] : ['ArrowDown', 'ArrowUp'];
  await splitter.focus();
  await expect(splitter).toHaveAttribute('aria-label', /^Resize Collection orders/);
  const began = await size();
  await workspace.press(less!);
  await expect.poll(size).toBe(began - 10);
  await workspace.press(`Shift+${less}`);
  await expect.poll(size).toBe(began - 70);
  await workspace.press(more!);
  await expect.poll(size).toBe(began - 60);
  await workspace.press('Home');
  await expect.poll(size).toBeLessThan(200);
  const least = await size();
  await workspace.press('End');
  await expect.poll(size).toBeGreaterThan(began);
  await workspace.press('Enter');
  await expect(splitter).toHaveAttribute('aria-valuenow', /^\d+$/);
  const even = await size();
  expect(even).toBeGreaterThan(least);
  await expect(splitter).toBeFocused();
  // Each press is a step that undo takes back.
  await workspace.press('Control+Alt+z');
  await expect.poll(size).toBeGreaterThan(even);
  await splitter.dblclick();
  await expect.poll(size).toBe(even);

  await expect(orders.getByRole('grid', { name: 'Orders' })).toHaveCount(1);
  const strip = page.getByRole('tablist', { name: /^Panels of pane 1 of / });
  await expect(strip).toBeVisible();
  await workspace.openView('merchant');
  await workspace.grid('merchant').loaded();
  const tabs = strip.getByRole('tab');
  const names = await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute('aria-label')));
  await tabs.last().focus();
  await workspace.press('Home');
  await expect(tabs.first()).toBeFocused();
  await workspace.press('End');
  await expect(tabs.last()).toBeFocused();
  await workspace.press('F2');
  await page.keyboard.type('Shops');
  await workspace.press('Enter');
  await expect(workspace.tab('Shops')).toBeVisible();
  // To the next pane and back, where the focus goes along.
  await workspace.press('Alt+Shift+PageDown');
  await expect(
    page.getByRole('tablist', { name: /^Panels of pane 2/ }).getByRole('tab', { name: 'Shops' }),
  ).toBeVisible();
  await expect.poll(() => place(page)).toBe('merchant');
  await workspace.press('Alt+Shift+PageUp');
  await expect(strip.getByRole('tab', { name: 'Shops' })).toBeVisible();
  await workspace.tab('Shops').focus();
  await workspace.press('Delete');
  await expect(workspace.tab('Shops')).toHaveCount(0);
  await expect(tabs).toHaveCount(names.length - 1);
});
