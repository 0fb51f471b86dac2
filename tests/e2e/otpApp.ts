import { expect, type Page } from '@playwright/test';
import { codeAt } from '../support/otp.ts';
import { PASSWORD } from './product.ts';

/** Binds an app in the dialog that is open; answers its secret and the codes for a lost phone. */
export async function bind(page: Page): Promise<{ secret: string; recovery: string[] }> {
  const dialog = page.getByRole('dialog', { name: 'One-time password' });
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const secret = (await dialog.locator('.otp-secret').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code of the app').fill(codeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  await expect(page.locator('.otp-codes li')).toHaveCount(8);
  const recovery = await page.locator('.otp-codes li').allInnerTexts();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  // It gives the focus back as it closes, which would take it from what is opened next.
  await expect(page.locator('.otp-codes')).toHaveCount(0);
  return { secret, recovery };
}
