import { codeAt } from '../support/otp.ts';
import { expect, test } from './fixtures.ts';
import { bind } from './otpApp.ts';
import type { Product } from './product.ts';

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Nobody has an app bound, as on the first day. */
async function unbind(product: Product): Promise<void> {
  const api = await product.as('admin');
  const { items } = await api.call<{ items: { id: string }[] }>('userOtp/page', { status: [1, 2] });
  for (const { id } of items) await api.command('userOtp/reset', { ids: [id] });
}

test('a merchant without an app is led to bind one, then sees the figures and applies with its code', async ({
  open,
  page,
  product,
}) => {
  await unbind(product);
  const workspace = await open('merchant');
  const panel = await workspace.openView('withdrawal');
  await workspace.grid('withdrawal').loaded();
  await workspace.activate('withdrawal');
  await workspace.press('n');
  await expect(workspace.toast(/Bind a one-time password app first/)).toBeVisible();
  const first = page.getByRole('dialog', { name: 'One-time password' });
  await expect(first.getByLabel('Current password')).toBeFocused();
  await page.keyboard.press('Escape');
  // Closed without a word it gives the keyboard back, so that the next key acts in the panel.
  await expect(first).toBeHidden();
  await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await workspace.press('n');

  const { secret } = await bind(page);
  // What was asked for goes on by itself.
  const sheet = panel.getByRole('dialog', { name: 'Apply for withdrawal' });
  await expect(sheet.getByRole('button', { name: /^Currency/ })).toBeFocused();
  const apply = sheet.getByRole('button', { name: /Apply for withdrawal/ });
  // Only what the merchant holds is offered, not every currency there is.
  await page.keyboard.press('Enter');
  const offered = sheet.getByRole('menuitemradio');
  await expect(offered).toHaveText([/^INR/, /^USDT/]);
  await offered.filter({ hasText: 'INR' }).click();
  await sheet.getByLabel('Withdrawal amount').fill('5,000');
  await expect(sheet.getByText('4,890.00')).toBeVisible();
  await sheet.getByLabel('Receiving address').fill(ADDRESS.replace(/t$/, 'u'));
  await sheet.getByLabel('Remark').fill('browser');
  // A window that is turned or made small takes another shape when nothing is filled in any more.
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sheet.getByLabel('Remark')).toHaveValue('browser');
  await page.setViewportSize({ width, height });
  // The step after this one is still right, and the one that bound the app is spent.
  const otp = codeAt(secret, Date.now() + 30_000);
  await sheet.getByLabel('OTP').fill(otp);
  await apply.click();
  // What would not go through spends no code.
  await expect(sheet.getByText('Please enter correct TRC20 address!')).toBeVisible();
  await sheet.getByLabel('Receiving address').fill(ADDRESS);
  await apply.click();
  await expect(workspace.toast('Operation successful')).toBeVisible();
  await expect(sheet).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.locator('.ws-phone-title')).toBeVisible();
  // What a merchant comes for is a button there, not only an entry behind the dots.
  await expect(
    workspace.panel('withdrawal').getByRole('button', { name: 'Apply for withdrawal' }),
  ).toBeVisible();

  const api = await product.as('finance');
  const { items } = await api.call<{ items: { remark: string; amount: string; status: number }[] }>(
    'withdrawal/page',
    {},
  );
  expect(items[0]).toMatchObject({ remark: 'browser', amount: '5000', status: 0 });
});

test('a merchant applies from its wallet, where the currency is the chosen balance’s', {
  tag: '@long',
}, async ({ open, page, product }) => {
  await unbind(product);
  const workspace = await open('merchant', { only: 'wallet' });
  const panel = workspace.panel('wallet');
  await panel.locator('[data-asset="INR"]').click();
  await panel.getByRole('button', { name: 'Apply for withdrawal' }).click();
  const { recovery } = await bind(page);
  const sheet = panel.getByRole('dialog', { name: 'Apply for withdrawal' });
  await expect(sheet.getByRole('button', { name: /^Currency: INR/ })).toBeVisible();
  await sheet.getByLabel('Withdrawal amount').fill('5000');
  await expect(sheet.getByText('4,890.00')).toBeVisible();
  await sheet.getByLabel('Receiving address').fill(ADDRESS);
  await sheet.getByLabel('Remark').fill('from the wallet');
  await sheet.getByLabel('OTP').fill(recovery[0]!);
  await page.keyboard.press('Enter');
  await expect(workspace.toast('Operation successful')).toBeVisible();
  await expect(sheet).toBeHidden();
  const api = await product.as('finance');
  const { items } = await api.call<{ items: { remark: string; status: number }[] }>('withdrawal/page', {});
  expect(items[0]).toMatchObject({ remark: 'from the wallet', status: 0 });
});

test('finance sees the USDT that a rate gives before Enter confirms it', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('finance');
  const panel = await workspace.openView('withdrawal');
  await workspace.grid('withdrawal').loaded();
  await workspace.activate('withdrawal');
  const api = await product.as('finance');
  const read = async () => {
    const { items } = await api.call<{
      items: { id: string; orderNo: string; currency: string; status: number; exchangeRate: string | null }[];
    }>('withdrawal/page', { currency: ['INR'], status: [0, 1], pageSize: 50 });
    return items;
  };
  const { id, orderNo } = (await read()).find(({ status }) => status === 0)!;
  await workspace.grid('withdrawal').find(orderNo, id);
  await workspace.grid('withdrawal').choose(id);
  await workspace.press('Shift+R');
  const sheet = panel.getByRole('dialog', { name: /Confirm rate/ });
  const rate = sheet.getByLabel('Exchange rate');
  const commit = sheet.getByRole('button', { name: /Confirm rate/ });
  await rate.fill('8.84');
  await expect(sheet.getByText('Please enter correct exchange rate')).toBeVisible();
  await expect(commit).toBeDisabled();
  await rate.fill('88.4');
  await expect(sheet.getByText('Distributed USDT')).toBeVisible();
  await expect(commit).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(workspace.toast('Operation successful')).toBeVisible();
  expect((await read()).find((row) => row.id === id)).toMatchObject({ status: 1, exchangeRate: '88.4' });
});
