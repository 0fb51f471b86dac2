import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const headers = (panel: Locator): Promise<string[]> =>
  panel.locator('.ag-header-cell[col-id]').evaluateAll((cells) =>
    cells
      .map((cell) => ({ id: cell.getAttribute('col-id')!, left: cell.getBoundingClientRect().left }))
      .sort((a, b) => a.left - b.left)
      .map(({ id }) => id)
      .filter((id) => id !== 'pd-select'),
  );

test('the chooser finds, shows, moves and pins columns by keys and by the mouse, and gives them back', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const before = await headers(grid.panel);
  await grid.panel.getByRole('button', { name: 'Columns' }).click();
  const box = grid.panel.getByRole('searchbox', { name: 'Find a column' });
  await expect(box).toBeFocused();
  const choice = (name: string) => grid.panel.locator('.column-choice').filter({ hasText: name });
  // Every field of the resource is there, whether it is shown or not.
  await box.fill('callback url');
  await expect(grid.panel.locator('.column-choice')).toHaveCount(1);
  await workspace.press('ArrowDown');
  await workspace.press('Space');
  await expect(choice('Callback URL').getByRole('checkbox')).toBeChecked();
  await box.fill('amount');
  await workspace.press('ArrowDown');
  await expect(choice('Amount').first().getByRole('checkbox')).toBeFocused();
  await workspace.press('Alt+ArrowRight');
  await expect(grid.panel.getByRole('status').filter({ hasText: 'Amount: pinned right' })).toBeVisible();
  const edges = async () => {
    const [header, view] = await Promise.all([
      grid.panel.locator('.ag-header-cell[col-id="amount"]').boundingBox(),
      grid.viewport.boundingBox(),
    ]);
    return view!.x + view!.width - header!.x - header!.width;
  };
  await expect.poll(edges).toBeLessThan(20);
  await expect(choice('Amount').first().getByRole('checkbox')).toBeFocused();
  await workspace.press('Alt+ArrowRight');
  await box.fill('');
  const status = choice('Status').first();
  await status.getByRole('checkbox').focus();
  const place = async (id: string) => (await headers(grid.panel)).indexOf(id);
  const at = await place('status');
  await workspace.press('Alt+ArrowUp');
  await expect.poll(() => place('status')).toBe(at - 1);
  await expect(status.getByRole('checkbox')).toBeFocused();
  await choice('Claimed').first().dragTo(choice('Merchant').first());
  await expect.poll(() => place('claimedBy')).toBeLessThan(3);
  // It stays with the person.
  await page.waitForTimeout(1_500);
  await page.reload();
  await workspace.ready();
  await grid.loaded();
  await expect.poll(() => place('claimedBy')).toBeLessThan(3);
  await grid.panel.getByRole('button', { name: 'Columns' }).click();
  await grid.panel.getByRole('button', { name: 'Restore default columns' }).click();
  await expect.poll(() => headers(grid.panel)).toEqual(before);
});

test('a double click on the edge of a header fits the column to what it shows', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const id = await grid.loaded();
  const header = grid.panel.locator('.ag-header-cell[col-id="merchantId"]');
  const width = async () => (await header.boundingBox())!.width;
  const edge = async () => {
    const box = (await header.boundingBox())!;
    return [box.x + box.width - 1, box.y + box.height / 2] as const;
  };
  const [x, y] = await edge();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 4 });
  await page.mouse.up();
  const narrow = await width();
  await page.mouse.dblclick(...(await edge()));
  await expect.poll(width).toBeGreaterThan(narrow + 20);
  const cells = grid.panel.locator('.grid-body [col-id="merchantId"]');
  await expect
    .poll(() => cells.evaluateAll((all) => all.filter((cell) => cell.classList.contains('grid-clip')).length))
    .toBe(0);
  const fitted = await width();
  await page.waitForTimeout(1_500);
  await page.reload();
  await workspace.ready();
  await expect(grid.row(id).or(grid.at(0))).toBeVisible();
  await expect.poll(width).toBeCloseTo(fitted, 0);
});
