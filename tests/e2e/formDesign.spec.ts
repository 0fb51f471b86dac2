import { expect, test } from './fixtures.ts';

/** What the server says of values that a client lets through is proven by tests/api/forms.test.ts. */

const stamp = Date.now().toString(36);
const TITLE = `Case ${stamp}`;
const TICKS = `Seen ${stamp}`;

test('a field drawn by keys and published is asked by the manual order and judged in its sheet', async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('admin', { only: 'formDesign' });
  const api = await product.as('admin');
  const designer = workspace.panel('formDesign');
  await designer.getByRole('button', { name: /^Text\s*One line/ }).focus();
  await workspace.press('Enter');
  const box = designer.locator('.forms-box[aria-current="true"]');
  await expect(box).toBeFocused();
  await designer.getByLabel('Title', { exact: true }).fill(TITLE);
  await designer.getByLabel('Pattern', { exact: true }).fill('[A-Z]{2}\\d{4}');
  await box.focus();
  await designer.getByRole('button', { name: /^Several choices/ }).focus();
  await workspace.press('Enter');
  await designer.getByLabel('Title', { exact: true }).first().fill(TICKS);
  await designer.locator('.forms-box[aria-current="true"]').focus();
  await workspace.press('p');
  const publish = designer.getByRole('button', { name: /^Publish version \d+/ });
  await publish.focus();
  await workspace.press('Enter');
  await expect
    .poll(async () => JSON.stringify(await api.call('formDesign/inForce?purpose=manualOrder')))
    .toContain(TITLE);

  const [merchant] = await api.call<{ label: string }[]>('merchant/options', { keyword: '', limit: 5 });
  const panel = await workspace.openView('manualOrder');
  await workspace.grid('manualOrder').loaded();
  await workspace.activate('manualOrder');
  await workspace.press('n');
  const sheet = panel.getByRole('dialog');
  for (const [label, typed] of [
    ['Merchant', merchant!.label],
    ['Currency', 'INR'],
  ] as const) {
    await sheet.getByLabel(label, { exact: true }).click();
    await sheet.getByLabel(label, { exact: true }).pressSequentially(typed);
    await page.locator('.ant-select-item-option').filter({ hasText: typed }).first().click();
  }
  await sheet.getByLabel('Amount', { exact: true }).fill('250');
  await sheet.getByLabel('UTR', { exact: true }).fill('431278841920');
  await sheet.getByRole('radio', { name: 'Order lost' }).check();
  await sheet.getByLabel(TITLE).fill('no case');
  await sheet.getByRole('group', { name: TICKS }).getByRole('checkbox').first().check();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText(`${TITLE} must match [A-Z]{2}\\d{4}`)).toBeVisible();
  await sheet.getByLabel(TITLE).fill('AB1234');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);

  // The list finds it by what the form asked.
  await panel.locator('.more-filters').click();
  await panel.getByRole('menuitem', { name: TITLE }).click();
  await panel.getByLabel('Value').fill('b12');
  await workspace.press('Enter');
  await expect(workspace.grid('manualOrder').at(0)).toContainText('250.00');
  await expect(workspace.grid('manualOrder').at(1)).toHaveCount(0);
});
