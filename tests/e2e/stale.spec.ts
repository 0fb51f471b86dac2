import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { claimable, orderOf } from './orders.ts';

const ROWS = /\/api\/collectOrder\/rows$/;

/** By then a busy machine has heard of a change too. */
const HEARD_MS = 3_000;

/** Holds the answers to reads by id back until it is told to let go. */
async function hold(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(ROWS, async (route) => {
    if ((route.request().postData() ?? '').includes('"ids"')) await held;
    await route.continue();
  });
  return release;
}

/** The calls that the list of orders makes from now on. */
function countCalls(page: Page) {
  const calls: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace('/api/', '');
    if (path.startsWith('collectOrder/')) calls.push(path);
  });
  return calls;
}

/** The window is covered by another one, or back in sight. */
const cover = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('a list that was hidden is marked and read when it is seen again, before a key acts on it', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const [operator, other] = [await product.as('operator'), await product.as('admin')];
  const order = await claimable(operator);
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.openView('merchant');
  await expect(workspace.panel('collectOrder')).toBeHidden();
  await other.command('collectOrder/claim', { ids: [order.id] });
  const { claimedByName } = await orderOf(operator, order.id);
  await page.waitForTimeout(HEARD_MS);
  const release = await hold(page);
  const calls = countCalls(page);
  await workspace.tab('Collection orders').click();
  await expect(grid.panel.locator('.grid-stale')).toContainText(/stale since \d\d:\d\d:\d\d/);
  // What is drawn is of before: the key waits for what is.
  await expect(grid.cell(order.id, 'claimedBy')).not.toContainText(claimedByName!);
  await workspace.activate('collectOrder');
  await workspace.press('c');
  await page.waitForTimeout(300);
  expect(calls).not.toContain('collectOrder/claim');
  release();
  await expect(workspace.toast(new RegExp(claimedByName!))).toBeVisible();
  await expect(grid.panel.locator('.grid-stale')).toHaveCount(0);
  await expect(grid.row(order.id)).toHaveClass(/grid-cursor/);
  expect(calls).not.toContain('collectOrder/claim');
});

test('what an old row would refuse is not refused: it is read, shown, and done at the next press', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const [operator, other] = [await product.as('operator'), await product.as('admin')];
  const order = await claimable(operator);
  await other.command('collectOrder/claim', { ids: [order.id] });
  const { claimedByName } = await orderOf(operator, order.id);
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await expect(grid.cell(order.id, 'claimedBy')).toContainText(claimedByName!);
  await workspace.openView('merchant');
  await expect(workspace.panel('collectOrder')).toBeHidden();
  await other.command('collectOrder/unclaim', { ids: [order.id] });
  await page.waitForTimeout(HEARD_MS);
  const release = await hold(page);
  await workspace.tab('Collection orders').click();
  await workspace.activate('collectOrder');
  await workspace.press('c');
  release();
  await expect(workspace.toast(/^Not done: the row had changed/)).toBeVisible();
  expect((await orderOf(operator, order.id)).claimedBy).toBeNull();
  await expect(grid.cell(order.id, 'claimedBy')).not.toContainText(claimedByName!);
  await workspace.press('c');
  await expect.poll(() => orderOf(operator, order.id).then(({ claimedBy }) => claimedBy)).not.toBeNull();
});

test('panels of a covered window ask for nothing, and read their rows by one call when it is seen again', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.grid('collectOrder').loaded();
  await workspace.activate('collectOrder');
  await workspace.command('Split right');
  const panels = workspace.panel('collectOrder');
  await expect(panels).toHaveCount(2);
  await expect(panels.nth(1).locator('[row-index="0"]')).toHaveAttribute('row-id', /^\d{6,}$/);
  await cover(page, 'hidden');
  // What was under way may still arrive.
  await page.waitForTimeout(1_500);
  const calls = countCalls(page);
  await page.waitForTimeout(4_000);
  expect(calls).toEqual([]);
  const reads: string[][] = [];
  page.on('request', (request) => {
    const { ids } = (ROWS.test(request.url()) ? request.postDataJSON() : {}) as { ids?: string[] };
    if (ids) reads.push(ids);
  });
  await cover(page, 'visible');
  await expect.poll(() => reads.length).toBeGreaterThan(0);
  const [ids] = reads as [string[]];
  expect(new Set(ids).size).toBe(ids.length);
  const shown = new Set((await Promise.all([0, 1].map((at) => idsOf(panels.nth(at))))).flat());
  expect([...shown].filter((id) => ids.includes(id)).length).toBeGreaterThan(10);
  await page.waitForTimeout(500);
  // Whatever the traffic changes next is read by later calls, of few rows.
  expect(reads.filter((each) => each.length > 10)).toHaveLength(1);
});

const idsOf = (panel: ReturnType<Page['locator']>): Promise<string[]> =>
  panel
    .locator('[row-index]')
    .evaluateAll((rows) =>
      rows.map((row) => row.getAttribute('row-id') ?? '').filter((id) => /^\d{6,}$/.test(id)),
    );

test('after an outage the mark stays until the rows have been read', { tag: '@long' }, async ({
  open,
  page,
  context,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const mark = grid.panel.locator('.grid-stale');
  await context.setOffline(true);
  await expect(mark).toBeVisible();
  const release = await hold(page);
  await context.setOffline(false);
  await workspace.live();
  await page.waitForTimeout(500);
  await expect(mark).toBeVisible();
  release();
  await expect(mark).toHaveCount(0);
});
