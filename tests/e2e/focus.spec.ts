import type { Locator, Page } from '@playwright/test';
import type { Client } from '../support/client.ts';
import { WorkspacePage, type Look } from './workspacePage.ts';
import { envelope, panel, tabset } from './envelope.ts';
import { expect, test } from './fixtures.ts';
import type { Grid } from './grid.ts';
import { type Order, STATUS, claimable, orderOf, rowsOf, takeOrder } from './orders.ts';
import type { Product } from './product.ts';

/** Failed orders from this one down, which nothing moves by itself. */
const upTo = ({ createdAt }: Order) => ({
  status: [STATUS.failed],
  createdAt: { to: new Date(Date.parse(createdAt) + 1).toISOString() },
});

/** A workspace of one list with these filters, `panels` times. */
async function openList(
  page: Page,
  product: Product,
  args: Record<string, unknown>,
  { panels = 1, ...look }: Look & { panels?: number } = {},
): Promise<WorkspacePage> {
  const tabs = Array.from({ length: panels }, (_, at) => `list${at}`);
  const contents = tabs.map((id) => [id, { ...panel('collectOrder'), args }]);
  await product.plant(
    'operator',
    envelope(
      tabs.map((id) => tabset(id)),
      Object.fromEntries(contents),
    ),
  );
  const workspace = new WorkspacePage(page);
  await workspace.enter('operator', look);
  return workspace;
}

const idAt = async (grid: Grid, index: number): Promise<string> =>
  (await grid.at(index).getAttribute('row-id')) ?? '';

/** Ids of the rows of a panel that are outlined. */
const outlinedIn = (list: Locator): Promise<string[]> =>
  list
    .locator('[row-id]')
    .evaluateAll((rows) =>
      rows
        .filter((row) => getComputedStyle(row, '::after').content !== 'none')
        .map((row) => row.getAttribute('row-id') ?? ''),
    );

/** The one row that is drawn as focused and outlined, and no other has the keyboard. */
async function expectFocus(grid: Grid, id: string): Promise<void> {
  await expect(grid.panel.locator('.grid-cursor')).toHaveCount(1);
  await expect(grid.row(id)).toHaveClass(/grid-cursor/);
  await expect.poll(() => outlinedIn(grid.panel)).toEqual([id]);
  await expect(grid.panel.locator('.grid-body > :focus:not(.grid-cursor)')).toHaveCount(0);
}

/** Failed orders below this one that nobody holds. */
async function freeRows(api: Client, above: string): Promise<Order[]> {
  const { items } = await rowsOf<Order>(api, 'collectOrder', upTo(await orderOf(api, above)), 0, 12);
  return items.filter(({ id, claimedBy }) => id !== above && claimedBy === null);
}

const claimedIn = (page: Page) =>
  page
    .waitForRequest((request) => request.url().endsWith('/api/collectOrder/claim'))
    .then((request) => (request.postDataJSON() as { ids: string[] }).ids);

test('from the moment a panel opens a key acts on the row that is outlined', async ({ page, product }) => {
  const api = await product.as('operator');
  const order = await claimable(api);
  const workspace = await openList(page, product, upTo(order));
  const grid = workspace.grid('collectOrder');
  expect(await grid.loaded()).toBe(order.id);
  // Toolbar and keys know it before anybody has touched the list.
  await expect(grid.panel.locator('[data-command="collectOrder.claim"]')).not.toHaveClass(/pd-button-off/);
  await workspace.activate('collectOrder');
  await expectFocus(grid, order.id);
  await workspace.press('c');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await expect(page.locator('.ant-notification')).toContainText(order.orderNo);
  expect((await orderOf(api, order.id)).claimedBy).not.toBeNull();
  await workspace.press('Space');
  const peek = page.getByRole('complementary', { name: 'Order', exact: true });
  await expect(peek).toContainText(order.orderNo);
});

test('the other button of the mouse moves the focus, and the next key acts there', { tag: '@long' }, async ({
  page,
  product,
}) => {
  const api = await product.as('operator');
  const workspace = await openList(page, product, { status: [STATUS.failed] });
  const grid = workspace.grid('collectOrder');
  const first = await grid.loaded();
  const target = (await freeRows(api, first)).at(-1);
  await grid.cell(target!.id, 'status').click({ button: 'right' });
  await expect(grid.panel.getByRole('menu', { name: 'Row' })).toBeVisible();
  await workspace.press('Escape');
  await expectFocus(grid, target!.id);
  const sent = claimedIn(page);
  await workspace.press('c');
  expect(await sent).toEqual([target!.id]);
  // A press that ends elsewhere moves it as well.
  const other = await idAt(grid, 2);
  await grid.cell(other, 'status').hover();
  await page.mouse.down();
  await expectFocus(grid, other);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await workspace.press('Space');
  await expect(page.getByRole('complementary', { name: 'Order', exact: true })).toContainText(
    (await orderOf(api, other)).orderNo,
  );
  await expectFocus(grid, other);
});

test('what is checked goes before the focused row, and the foot says how many', { tag: '@long' }, async ({
  page,
  product,
}) => {
  const api = await product.as('operator');
  const workspace = await openList(page, product, { status: [STATUS.failed] });
  const grid = workspace.grid('collectOrder');
  const first = await grid.loaded();
  const [one, two] = await freeRows(api, first);
  // The row that has the focus by itself is none of those that a person adds up.
  await grid.cell(one!.id, 'status').click({ modifiers: ['Control'] });
  await grid.cell(two!.id, 'status').click({ modifiers: ['Control'] });
  await expect(grid.foot).toContainText('2 selected');
  // The menu of a row that is one of them means all of them.
  await grid.cell(one!.id, 'status').click({ button: 'right' });
  await workspace.press('Escape');
  await expectFocus(grid, one!.id);
  await expect(grid.foot).toContainText('2 selected');
  await workspace.press('ArrowDown');
  const sent = claimedIn(page);
  await workspace.press('c');
  expect((await sent).toSorted()).toEqual([one!.id, two!.id].toSorted());
});

test('the focus is on one row after a sort, a filter and a refresh', async ({ page, product }) => {
  const workspace = await openList(page, product, { status: [STATUS.failed] });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const third = await idAt(grid, 3);
  await grid.choose(third);
  await workspace.press('r');
  await expectFocus(grid, third);
  await grid.panel.locator('.ag-header-cell[col-id="amount"]').click();
  const settled = async (): Promise<string> => {
    await expect(grid.panel.locator('.grid-cursor')).toHaveCount(1);
    return (await grid.panel.locator('.grid-cursor').getAttribute('row-id')) ?? '';
  };
  await expect(grid.at(0)).toHaveAttribute('row-id', /^\d{6,}$/);
  const sorted = await settled();
  await workspace.activate('collectOrder');
  await expectFocus(grid, sorted);
  await workspace.press('x');
  await expect(grid.row(sorted)).toHaveClass(/grid-chosen/);
  await workspace.press('Escape');
  const found = await takeOrder(await product.as('operator'), { status: [STATUS.failed] });
  await grid.find(found.orderNo, found.id);
  // Typing goes on in the box, and yet the row is the one that the toolbar acts on.
  await expectFocus(grid, found.id);
  await expect(grid.panel.locator('[data-command="collectOrder.claim"]')).not.toHaveClass(/pd-button-off/);
});

test('a row that leaves gives the focus to the one in its place, and that is announced', {
  tag: '@long',
}, async ({ page, product }) => {
  const api = await product.as('operator');
  const me = await api.call<{ id: string }>('sysAuth/userInfo');
  const mine: Order[] = [];
  for (let at = 0; at < 3; at += 1) mine.push(await claimable(api));
  for (const { id } of mine) await api.command('collectOrder/claim', { ids: [id] });
  const workspace = await openList(page, product, { claimedBy: [me.id] });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.choose(mine[1]!.id);
  await api.command('collectOrder/unclaim', { ids: [mine[1]!.id] });
  // It stays in sight, marked, until the list is read again.
  await expect(grid.row(mine[1]!.id)).toHaveClass(/grid-left/);
  await expectFocus(grid, mine[1]!.id);
  const next = await grid.row(mine[1]!.id).evaluate((row) => Number(row.getAttribute('row-index')) + 1);
  const successor = await idAt(grid, next);
  await workspace.press('r');
  await expect(grid.row(mine[1]!.id)).toHaveCount(0);
  await expectFocus(grid, successor);
  await expect(workspace.toast(/^Focus is now on /)).toBeVisible();
});

test('two panels of one list have a row each, also after a reload', { tag: '@long' }, async ({
  page,
  product,
}) => {
  const workspace = await openList(page, product, { status: [STATUS.failed] }, { panels: 2 });
  const grids = [0, 1].map((at) => workspace.grid('collectOrder').panel.nth(at));
  const rows = await Promise.all(
    grids.map(async (list, at) => {
      const row = list.locator(`[row-index="${2 + at}"]`);
      await expect(row).toHaveAttribute('row-id', /^\d{6,}$/);
      return row;
    }),
  );
  for (const row of rows) await row.locator('[col-id="status"]').click();
  for (const [at, list] of grids.entries()) {
    await expect(list.locator('.grid-cursor')).toHaveCount(1);
    await expect(rows[at]!).toHaveClass(/grid-cursor/);
  }
  const ids = await Promise.all(rows.map((row) => row.getAttribute('row-id')));
  expect(await Promise.all(grids.map(outlinedIn))).toEqual([[], [ids[1]]]);
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  for (const [at, list] of grids.entries())
    await expect(list.locator('.grid-cursor')).toHaveAttribute('row-id', ids[at]!);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the first row has the focus, and a tap moves it', async ({ page, product }) => {
    const workspace = await openList(page, product, { status: [STATUS.failed] });
    const grid = workspace.grid('collectOrder');
    const first = await grid.loaded();
    await expect(grid.row(first)).toHaveClass(/grid-cursor/);
    const second = await idAt(grid, 1);
    await grid.row(second).click();
    await expect(grid.panel.locator('.grid-cursor')).toHaveCount(1);
    await expect(grid.row(second)).toHaveClass(/grid-cursor/);
  });
});

test('in a window of its own a right click and a key are about the same row', { tag: '@long' }, async ({
  page,
  context,
  product,
}) => {
  const api = await product.as('operator');
  const workspace = await openList(page, product, { status: [STATUS.failed] });
  await workspace.grid('collectOrder').loaded();
  await workspace.activate('collectOrder');
  const opened = context.waitForEvent('page');
  await workspace.press('Alt+p');
  const window = new WorkspacePage(await opened);
  const grid = window.grid('collectOrder');
  const first = await grid.loaded();
  await expect(grid.row(first)).toHaveClass(/grid-cursor/);
  const target = await idAt(grid, 4);
  await grid.cell(target, 'status').click({ button: 'right' });
  await expect(grid.panel.getByRole('menu', { name: 'Row' })).toBeVisible();
  await window.press('Escape');
  await expectFocus(grid, target);
  await window.press('Space');
  await expect(window.page.getByRole('complementary', { name: 'Order', exact: true })).toContainText(
    (await orderOf(api, target)).orderNo,
  );
});
