import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from './fixtures.ts';
import type { Grid } from './grid.ts';

const firstId = async (grid: Grid): Promise<string> => (await grid.at(0).getAttribute('row-id')) ?? '';
const chip = (grid: Grid) => grid.foot.getByRole('button', { name: /^\d+ new$/ });

/** The traffic of the demo makes orders all the time. */
async function comesIn(grid: Grid): Promise<void> {
  const before = await firstId(grid);
  await expect.poll(() => firstId(grid)).not.toBe(before);
}

/** Rows wait behind the chip, and the list stays as it is. */
async function holdsStill(grid: Grid): Promise<void> {
  await expect(chip(grid)).toBeVisible();
  const before = await grid.ids();
  await sleep(4_000);
  expect(await grid.ids()).toEqual(before);
}

test('W32 at the top new rows come in by themselves until something is chosen or scrolled', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder', follow: true });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await comesIn(grid);
  // They flash as they come, and nothing jumps.
  await expect(grid.panel.locator('.grid-body > .grid-new').first()).toBeAttached();
  expect(await grid.viewport.evaluate((element) => element.scrollTop)).toBe(0);
  await expect(chip(grid)).toHaveCount(0);

  // Whoever stands on a row reads.
  await grid.at(3).locator('[col-id="amount"]').click();
  await holdsStill(grid);
  await workspace.press('Escape');
  await comesIn(grid);
  await expect(chip(grid)).toHaveCount(0);

  await grid.scrollTo(40);
  await holdsStill(grid);
  await grid.scrollTo(0);
  await comesIn(grid);

  await grid.at(2).locator('[col-id="pd-select"]').click();
  await holdsStill(grid);
  // The chip shows what waits, and the list is followed again.
  await workspace.press('Escape');
  await comesIn(grid);

  await workspace.press('Control+,');
  const drawer = page.getByRole('dialog', { name: 'Theme and settings' });
  await drawer.getByRole('checkbox', { name: /^New rows come in by themselves/ }).click();
  await workspace.press('Escape');
  await expect(drawer).toBeHidden();
  await holdsStill(grid);
  await chip(grid).click();
  await expect(chip(grid)).toHaveCount(0);
});
