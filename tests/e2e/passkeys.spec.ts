import { expect, test } from './fixtures.ts';
import { bind } from './otpApp.ts';
import { PASSWORD, type Product } from './product.ts';
import { WorkspacePage } from './workspacePage.ts';

/** Browsers keep passkeys for names, not for addresses of digits. */
const byName = (product: Product): string => product.base.replace('127.0.0.1', 'localhost');

test.use({ incognito: true });

test.afterEach(async ({ product }) => {
  const api = await product.as('admin');
  const { items } = await api.call<{ items: { id: string }[] }>('userOtp/page', { status: [1, 2] });
  for (const { id } of items) await api.command('userOtp/reset', { ids: [id] });
});

test('a passkey is added, ends a sign-in, and confirms a command in place of a code', {
  tag: '@long',
}, async ({ page, product }) => {
  await product.forget('operator');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const workspace = new WorkspacePage(page);
  await workspace.signIn('operator', { address: `${byName(product)}/order/collectOrder?status=%5B4%5D` });

  const openOtp = async () => {
    await page.getByRole('button', { name: 'Account operator' }).click();
    await page.getByRole('menuitem', { name: 'One-time password' }).click();
  };
  await openOtp();
  await bind(page);
  await openOtp();
  const dialog = page.getByRole('dialog', { name: 'One-time password' });
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByLabel('Current password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/password is wrong/i)).toBeVisible();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(workspace.toast('Passkey added')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText('Laptop');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // A command: what was typed is sent as the passkey answers.
  await workspace.grid('collectOrder').loaded();
  await workspace.activate('collectOrder');
  const grid = workspace.grid('collectOrder');
  await grid.choose((await grid.ids())[0]!);
  await workspace.press('c');
  await expect(workspace.toast(/Claim/)).toBeVisible();
  await workspace.press('Shift+F');
  const sheet = page.getByRole('dialog', { name: /Force confirm/i });
  await sheet.getByLabel('UTR').fill('412345678901');
  await sheet.getByLabel('Reason').fill('paid by the bank');
  await sheet.getByRole('button', { name: 'Confirm by a passkey instead' }).click();
  await expect(sheet).toBeHidden();

  // A sign-in asks for it; a code of the app does as well.
  await page.getByRole('button', { name: 'Account operator' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await workspace.fillIn('operator', PASSWORD);
  await workspace.ready();

  await page.getByRole('button', { name: 'Account operator' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await cdp.send('WebAuthn.disable');
  await expect(page).toHaveURL(/\/login/);
  await page.goto(`${product.base}/login`);
  await workspace.fillIn('operator', PASSWORD);
  await expect(page.getByText('Second step for operator')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await page.getByLabel('One-time password').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('tries left');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.locator('input[name="password"]')).toBeVisible();
});
