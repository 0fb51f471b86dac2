import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Grid } from './grid.ts';

/** Holds the thumb at a share of the list; a browser without bars has none to press. */
async function holdAt(grid: Grid, share: number): Promise<void> {
  await grid.panel.locator('.ag-body-vertical-scroll').dispatchEvent('pointerdown');
  await grid.viewport.evaluate((element, at) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) * at;
  }, share);
}
const release = (label: Locator) => label.page().locator('body').dispatchEvent('pointerup');

test('the thumb shows the row and the sort value under it, and the rows are there once it rests', async ({
  open,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const label = grid.panel.locator('.grid-scrubber');
  await holdAt(grid, 0.5);
  await expect(label).toHaveText(/^[\d,]+ of [\d,]+ · [\d-]* ?\d\d:\d\d:\d\d$/);
  await release(label);
  await expect(label).toBeHidden();

  await grid.panel.locator('[role="columnheader"][col-id="amount"]').click();
  await grid.loaded();
  await holdAt(grid, 0.9);
  // Figures are figures between two known places too.
  await expect(label).toHaveText(/^[\d,]+ of [\d,]+ · [\d,]+(\.\d+)?$/);
  const [, row] = /^([\d,]+) of/.exec(await label.innerText())!;
  await release(label);
  const index = Number(row!.replaceAll(',', '')) - 1;
  await expect(grid.at(index)).toHaveAttribute('row-id', /^\d{6,}$/);
});
