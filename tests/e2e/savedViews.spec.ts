import { expect, test } from './fixtures.ts';

/** W28: views of a list, kept per person. */

test('W28: a shipped view filters the list, an edited one is reverted or saved as one’s own, and a reload keeps it', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const panel = workspace.panel('collectOrder');
  const chip = (name: string) => panel.getByRole('button', { name, exact: true });
  await workspace.grid('collectOrder').loaded();
  await expect(chip('All')).toHaveAttribute('aria-pressed', 'true');
  // A narrowed list is not all of it.
  await panel.locator('.any-id input').fill('C2611');
  await expect(chip('All')).toHaveAttribute('aria-pressed', 'false');
  await chip('Review queue').click();
  await expect(chip('Review queue')).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.locator('[col-id="status"]').nth(1)).toContainText('Review');
  await panel.locator('.any-id input').fill('C2611');
  await expect(panel.getByText('edited')).toBeVisible();
  await panel.getByRole('button', { name: 'Revert' }).click();
  await expect(panel.locator('.any-id input')).toHaveValue('');
  await expect(panel.getByText('edited')).toHaveCount(0);

  await panel.locator('.any-id input').fill('C2611');
  await expect(panel.getByText('edited')).toBeVisible();
  await panel.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('My reviews');
  await page.getByRole('textbox', { name: 'Name of the view' }).press('Enter');
  await expect(workspace.toast('View My reviews saved')).toBeVisible();
  await expect(chip('My reviews')).toHaveAttribute('aria-pressed', 'true');
  await chip('All').click();
  await expect(panel.locator('.any-id input')).toHaveValue('');
  await chip('My reviews').click();
  await expect(panel.locator('.any-id input')).toHaveValue('C2611');
  await panel.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('menuitem', { name: 'Begin with this view' }).click();
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(chip('My reviews')).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.locator('.any-id input')).toHaveValue('C2611');
  // A fresh panel of the list begins with it.
  await workspace.press('Alt+w');
  await workspace.openView('collectOrder');
  await expect(chip('My reviews')).toHaveAttribute('aria-pressed', 'true');
  const option = async (name: string) => {
    await panel.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  // Another name, and a place of the person's own.
  await option('Name and sharing');
  await expect(page.getByRole('textbox', { name: 'Name of the view' })).toBeFocused();
  await page.keyboard.type('To decide');
  await page.keyboard.press('Enter');
  await expect(chip('To decide')).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.locator('.any-id input')).toHaveValue('C2611');
  await option('Move to the left');
  await expect(panel.locator('.view-chip').last()).not.toHaveText('To decide');
  await option('Delete view');
  await expect(chip('To decide')).toHaveCount(0);
});
