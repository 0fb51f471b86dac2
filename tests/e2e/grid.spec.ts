import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { oneLine } from './grid.ts';
import { claimable } from './orders.ts';

test('bars that lie over the cells leave them in sight', { tag: '@long' }, async ({ open }) => {
  const agent = await open('agent');
  await agent.unlink('fundDetail');
  await agent.grid('fundDetail').loaded();
  const bars = agent
    .panel('fundDetail')
    .locator('.ag-scrollbar-invisible, .ag-scrollbar-invisible > [class$="viewport"]');
  const painted = await bars.evaluateAll((each) => each.map((bar) => getComputedStyle(bar).backgroundColor));
  expect(painted.length).toBeGreaterThanOrEqual(4);
  expect(new Set(painted)).toEqual(new Set(['rgba(0, 0, 0, 0)']));
});

test('a narrow panel keeps one line: filters fold behind the funnel and work from there', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  const workspace = await open('operator');
  const grid = workspace.grid('fundDetail');
  await workspace.unlink('fundDetail');
  await grid.loaded();
  await oneLine(grid.panel);
  const funnel = grid.panel.getByRole('button', { name: 'More filters' });
  // Nothing is set, so nothing is hidden that leaves rows out.
  await expect(funnel).toHaveText('');
  await funnel.click();
  await grid.panel.getByRole('menuitem', { name: 'Created at' }).click();
  await grid.panel.getByRole('button', { name: 'Yesterday' }).click();
  // What is set stands in the bar, or the funnel counts it.
  await expect(
    grid.panel.locator('.chip[data-set="true"]:not([inert]), .more-filters-set').first(),
  ).toBeVisible();
  await oneLine(grid.panel);
  await expect(grid.panel.locator('.grid-foot')).toContainText(/match/);
  await oneLine(workspace.panel('merchantAsset'));
});

/** The line under a grid shows currencies whole or not at all. */
test('no total under a grid is cut', { tag: '@long' }, async ({ open }) => {
  const workspace = await open('operator');
  await workspace.unlink('merchantAsset');
  for (const view of ['collectOrder', 'merchantAsset']) {
    const foot = workspace.grid(view).foot;
    await expect(foot.locator('.grid-currencies > span').first()).toBeVisible();
    const torn = await foot.locator('.grid-currencies').evaluate((box) => {
      const edge = box.getBoundingClientRect();
      return [...box.children].filter(
        (child) => !(child as HTMLElement).inert && child.getBoundingClientRect().right > edge.right + 1,
      ).length;
    });
    expect(torn).toBe(0);
  }
  const rest = workspace.grid('merchantAsset').foot.getByRole('button', { name: /^\+\d+$/ });
  await rest.click();
  await expect(
    workspace.panel('merchantAsset').locator('.pop-choice').filter({ hasText: /^USDT/ }),
  ).toBeVisible();
});

test('W29: the box in the header takes the block, the foot all that match, and the box nothing again', async ({
  open,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const box = grid.panel.locator('.grid-check-all');
  await box.click();
  await expect(grid.foot).toContainText('100 selected');
  await expect(box).toBeChecked();
  await grid.foot.getByRole('button', { name: /^Select all [\d,]+ matching$/ }).click();
  await expect(grid.foot).toContainText(/All [\d,]+ matching selected/);
  // One row taken out: the box says that not everything is chosen.
  await grid.cell(await grid.loaded(), 'pd-select').click();
  await expect.poll(() => box.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await box.click();
  await box.click();
  await expect(grid.foot).not.toContainText('selected');
});

test('the default columns come back with the order that the list is in', { tag: '@long' }, async ({
  open,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const head = (name: string) => grid.panel.locator(`[role="columnheader"][col-id="${name}"]`);
  await head('amount').click();
  await expect(head('amount')).toHaveAttribute('aria-sort', 'descending');
  await grid.panel.getByRole('button', { name: 'Columns' }).click();
  await grid.panel.getByRole('button', { name: 'Restore default columns' }).click();
  await expect(head('createdAt')).toHaveAttribute('aria-sort', 'descending');
  await expect(head('amount')).not.toHaveAttribute('aria-sort', 'descending');
});

test('a frozen grid holds still, says so and catches up', async ({ open, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const other = await product.as('priya');
  const order = await claimable(other);
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('f');
  await expect(grid.foot).toContainText('Frozen');
  await other.command('collectOrder/claim', { ids: [order.id] });
  await workspace.page.waitForTimeout(1_500);
  await expect(grid.cell(order.id, 'claimedBy')).toHaveText('');
  await workspace.press('f');
  await expect(grid.cell(order.id, 'claimedBy')).toHaveText(/^priya · /);
  await expect(grid.foot).not.toContainText('Frozen');
});

test('nothing matches: the way out is on the spot', async ({ open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.panel.locator('.any-id input').fill('no-such-number');
  await grid.panel.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await grid.loaded();
  await expect(grid.panel.locator('.any-id input')).toHaveValue('');
});

const thumb = (page: Page): Promise<string> =>
  page
    .locator('[data-view="collectOrder"] .ag-grid-viewport')
    .first()
    .evaluate((element) => getComputedStyle(element, '::-webkit-scrollbar').width);

test('a list whose server is gone says since when, and reads again when it is back', {
  tag: '@long',
}, async ({ open, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const first = await grid.loaded();
  expect(await thumb(workspace.page)).toBe('8px');
  await product.kill();
  await expect(grid.foot).toContainText(/stale since \d\d:\d\d:\d\d/);
  await workspace.activate('collectOrder');
  await workspace.press('r');
  await expect(workspace.toast('Not connected: the list stays as it is')).toBeVisible();
  await expect(grid.row(first)).toBeVisible();
  // Another list cannot be read.
  await grid.panel.locator('.any-id input').fill('C20');
  await expect(grid.panel.getByRole('button', { name: 'Try again' })).toBeVisible();
  await product.start();
  await workspace.live();
  await expect(grid.foot).not.toContainText('stale since');
  await expect(grid.panel.getByRole('button', { name: 'Try again' })).toBeHidden();
  await grid.panel.locator('.any-id input').fill('');
  await grid.loaded();
});
