import { expect, test } from './fixtures.ts';

/** The guide is opened from where the question comes up, and finds what is asked for. */

test('a panel opens its own chapter next to it, and the search finds another one', async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.activate('collectOrder');
  await workspace.press('F1');
  const help = workspace.panel('help');
  await expect(help.getByRole('heading', { name: 'Collection orders', level: 2 })).toBeVisible();
  // Both can be seen.
  await expect(workspace.panel('collectOrder')).toBeVisible();
  await expect(page).toHaveURL(/\/help\/help\?chapter=collectOrder$/);
  const claim = help.locator('[data-verb="claim"]');
  await expect(claim.locator('.pd-key')).toHaveText('C');
  await expect(claim).toContainText('15 minutes');

  await workspace.press('/');
  await page.keyboard.type('SUCCESS within');
  await expect(help.locator('[data-chapter]')).toHaveText([/^Callbacks/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(help.getByRole('heading', { name: 'Callbacks', level: 2 })).toBeVisible();
  await expect(help.locator('article mark').first()).toHaveText(/success/i);

  // The help that is open is used again.
  await workspace.activate('collectOrder');
  await workspace.press('F1');
  await expect(help.getByRole('heading', { name: 'Collection orders', level: 2 })).toBeVisible();
  await expect(help).toHaveCount(1);
});

test('a merchant reads neither chapters nor verbs of the staff', async ({ open, page }) => {
  await open('merchant', { address: '/help/help?chapter=collectOrder' });
  const help = page.locator('[data-view="help"]');
  await expect(help.getByRole('heading', { name: 'Collection orders', level: 2 })).toBeVisible();
  await expect(help.locator('[data-verb="notify"]')).toBeVisible();
  await expect(help.locator('[data-verb="forceConfirm"]')).toHaveCount(0);
  await expect(help.locator('[data-chapter="bankBill"]')).toHaveCount(0);
});

test('the licence of a delivered package is found by its text, and read', { tag: '@long' }, async ({
  open,
  page,
}) => {
  await open('merchant', { address: '/about' });
  const about = page.locator('[data-view="about"]');
  await about.getByRole('searchbox').fill('react "as is"');
  await about.getByRole('button', { name: /^react \d/ }).click();
  await expect(about.getByRole('heading', { name: 'react', level: 2 })).toBeVisible();
  await expect(about.locator('article')).toContainText('Permission is hereby granted');
  await expect(page).toHaveURL(/package=react%40/);
});
