import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

/** W20: a person's own keys, recorded, kept on the server, exported and imported; keys pressed in turn. */

test('W20: keys are found, recorded, taken from what had them, kept over a reload and reset', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.grid('collectOrder').loaded();
  await workspace.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  const search = sheet.getByRole('searchbox', { name: 'Find a command or a key' });
  await expect(search).toBeFocused();
  const row = (id: string) => sheet.locator(`[data-command="${id}"]`);
  await search.fill('refresh');
  await expect(row('grid.refresh')).toBeVisible();
  await expect(row('grid.peek')).toHaveCount(0);
  await row('grid.refresh')
    .getByRole('button', { name: /^Change the key/ })
    .click();
  // The browser's own, and one that moves, are refused at once.
  await page.keyboard.press('Control+t');
  await expect(row('grid.refresh')).toContainText('The browser keeps this key');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ArrowDown');
  await expect(row('grid.refresh')).toContainText('This key moves');
  await page.keyboard.press('Backspace');
  // The key of another command of the same panel.
  await page.keyboard.press('f');
  await expect(row('grid.refresh')).toContainText('takes it from: Freeze');
  await page.keyboard.press('Enter');
  await expect(row('grid.refresh').locator('kbd')).toHaveText('F');
  await search.fill('freeze');
  await expect(row('grid.freeze')).toContainText('no key');
  // Found by a key too.
  await search.fill('F');
  await expect(row('grid.refresh')).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Export' }).click(),
  ]);
  const kept: unknown = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(kept).toEqual({ schema: 1, keys: { 'grid.freeze': [], 'grid.refresh': ['f'] } });
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  const rows = page.waitForRequest('**/api/collectOrder/*');
  await workspace.press('f');
  await rows;
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await workspace.grid('collectOrder').loaded();
  await workspace.press('?');
  await search.fill('refresh');
  await expect(row('grid.refresh').locator('kbd')).toHaveText('F');
  await sheet.getByRole('button', { name: 'Reset all' }).click();
  await expect(row('grid.refresh').locator('kbd')).toHaveText('R');

  await sheet.locator('input[type=file]').setInputFiles({
    name: 'keys.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({ schema: 1, keys: { 'grid.refresh': ['alt+r'], 'grid.freeze': 'x' } }),
    ),
  });
  await expect(workspace.toast('Keys of 1 commands were imported, 1 lines could not be read')).toBeVisible();
  await expect(row('grid.refresh').locator('kbd')).toHaveText('Alt R');
  await sheet.locator('input[type=file]').setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"schema":9}'),
  });
  await expect(workspace.toast('other.json is not a keymap')).toBeVisible();
  await sheet.getByRole('button', { name: 'Reset all' }).click();
});

test('W20: keys pressed in turn open a view, and the status bar lists what may follow', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.grid('collectOrder').loaded();
  await workspace.press('g');
  const next = page.getByRole('status', { name: 'Next key' });
  await expect(next).toContainText('Payout orders');
  // No view has this letter, and the order is not claimed by it.
  await page.keyboard.press('k');
  await expect(next).toHaveCount(0);
  await workspace.press('g');
  await page.keyboard.press('p');
  await expect(workspace.panel('payOrder')).toBeVisible();
});
