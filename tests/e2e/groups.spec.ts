import type { Totals } from '../../contract/calls.ts';
import type { Groups } from '../../contract/listGroups.ts';
import { expect, test } from './fixtures.ts';
import { STATUS } from './orders.ts';

/** W28: a list grouped by up to two fields, with the server's counts and sums. */

test('W28: groups show counts and sums, open to their rows by keys, and stay with panel and saved view', async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', {
    address: `/order/collectOrder?status=%5B${STATUS.reversed}%2C${STATUS.failed}%5D`,
    only: 'collectOrder',
  });
  const panel = workspace.panel('collectOrder');
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const group = async (label: string, field: string) => {
    const choice = page.getByRole('button', { name: new RegExp(`^${label}`) });
    // It stays open for the second field.
    if (!(await choice.isVisible())) await panel.getByRole('button', { name: /^Group by$/ }).click();
    await choice.click();
    await page
      .getByRole('menuitemradio', { name: field, exact: true })
      .or(page.getByRole('menuitem', { name: field, exact: true }))
      .or(page.getByRole('menuitemcheckbox', { name: field, exact: true }))
      .click();
  };
  await group('Group by:', 'Status');
  // The keyboard is where it was: Esc closes the choices.
  await expect(panel.getByRole('button', { name: 'Group by: Status' })).toBeFocused();
  await workspace.page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: 'Group by: Status' })).toBeHidden();
  const pane = panel.getByRole('complementary', { name: 'Groups' });
  await expect(pane.getByRole('button', { name: /^Reversed/ })).toBeVisible();
  await group('Then by', 'Merchant');
  await page.keyboard.press('Escape');
  const reversed = pane.getByRole('button', { name: /^Reversed/ });
  await expect(reversed).toHaveAttribute('aria-expanded', 'false');
  await reversed.focus();
  await page.keyboard.press('ArrowRight');
  await expect(reversed).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const part = pane.locator('.group-level-1').first();
  await expect(part).toHaveAttribute('aria-pressed', 'true');

  // The list is that group's, as the server counts it.
  const api = await product.as('operator');
  const by = { by: ['status', 'merchantId'], status: [STATUS.reversed] };
  const { groups } = await api.call<Groups>('collectOrder/groups', by);
  const merchants = groups.map(({ values }) => values[1]);
  await expect(part.locator('b')).toHaveText(String(groups[0]!.count));
  const totals = await api.call<Totals>('collectOrder/totals', {
    status: [STATUS.reversed],
    merchantId: [merchants[0]],
  });
  expect(totals.total).toBe(groups[0]!.count);
  await expect(grid.foot).toContainText(String(totals.total));
  await expect(grid.at(totals.total)).toHaveCount(0);

  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(panel.getByRole('complementary', { name: 'Groups' })).toContainText('Reversed');
  await panel.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('By status');
  await page.getByRole('textbox', { name: 'Name of the view' }).press('Enter');
  await panel.getByRole('button', { name: 'All', exact: true }).click();
  await expect(panel.getByRole('complementary', { name: 'Groups' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'By status', exact: true }).click();
  await expect(panel.getByRole('complementary', { name: 'Groups' })).toContainText('Reversed');
});
