import { expect, test } from './fixtures.ts';

/** A person's own account: what they keep of themselves, where they are signed in, and the rules of a password. */

test('a person edits their record, ends another session and sees the rules of a password', async ({
  open,
  page,
  product,
}) => {
  // The other device.
  await product.as('finance');
  const workspace = await open('finance', { only: 'collectOrder' });
  await page
    .getByRole('button', { name: /finance/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Personal center' }).click();
  const panel = workspace.panel('userCenter');
  const nick = panel.getByLabel('Nickname');
  await nick.fill('Night shift');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(nick).toHaveValue('Night shift');

  await panel.getByRole('button', { name: 'Sessions' }).click();
  await expect(panel.getByText('This session')).toBeVisible();
  await panel.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(panel.getByRole('row')).toHaveCount(2);

  await panel.getByRole('button', { name: 'Password' }).click();
  await panel.getByLabel('New password', { exact: true }).fill('short');
  const length = panel.getByRole('listitem').filter({ hasText: 'At least' }).first();
  await expect(length).not.toHaveAttribute('data-met', 'true');
  await panel.getByLabel('New password', { exact: true }).fill('long enough by far');
  await expect(length).toHaveAttribute('data-met', 'true');
});

test('the picture to crop is drawn where motion is reduced', { tag: '@long' }, async ({ open, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const workspace = await open('finance', { address: '/system/userCenter' });
  const panel = workspace.panel('userCenter');
  const chooser = page.waitForEvent('filechooser');
  await panel.getByText('Change picture', { exact: true }).click();
  await (await chooser).setFiles('docs/layouts/admin-dark.png');
  await expect(page.getByRole('dialog').locator('.avatar-crop img')).toBeVisible();
  await expect(page.locator('.ant-modal')).toHaveCSS('opacity', '1');
});
