import { expect, test } from './fixtures.ts';

/** W3, W4 and W14: what is done with single panels. */

test('W4: a closed panel comes back where it was with its filters, also after a reload', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open();
  const orders = workspace.panel('collectOrder');
  await workspace.grid('collectOrder').loaded();
  await orders.locator('.any-id input').fill('C2611');
  await expect(page).toHaveURL(/anyId=C2611/);
  await workspace.activate('collectOrder');
  await workspace.press('Alt+w');
  await expect(orders).toHaveCount(0);
  await expect(workspace.panel('payOrder')).toBeVisible();
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(orders).toHaveCount(0);
  await workspace.press('Alt+Shift+T');
  await expect(orders.locator('.any-id input')).toHaveValue('C2611');
  await expect(orders).toHaveAttribute('data-link', 'pink');
  await expect(workspace.tabs().first()).toHaveText('Collection orders');
});

test('W14: a link opens in the panel that shows the view, and the way back leads to what it showed', async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const orders = workspace.panel('collectOrder');
  const box = orders.locator('.any-id input');
  await workspace.grid('collectOrder').loaded();
  const follow = (number: string) =>
    page.evaluate((anyId) => {
      history.pushState(null, '', `/order/collectOrder?anyId=${anyId}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, number);
  await follow('1111');
  await expect(orders).toHaveCount(1);
  await expect(box).toHaveValue('1111');
  await follow('2222');
  await expect(box).toHaveValue('2222');
  await expect(orders).toHaveCount(1);
  await page.goBack();
  await expect(box).toHaveValue('1111');
  // What a link replaced can be opened again next to it.
  await workspace.press('Alt+Shift+T');
  await expect(orders).toHaveCount(2);
});

test('W3: a panel is renamed in its tab, locked and grouped, and a reload keeps it', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open();
  await workspace.tab('Collection orders').dblclick();
  const input = page.getByRole('textbox', { name: 'Rename tab' });
  await expect(input).toBeFocused();
  await input.fill('Night desk');
  await input.press('Enter');
  await expect(workspace.tab('Night desk')).toBeVisible();
  await workspace.tab('Night desk').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Lock panel' }).click();
  await workspace.tab('Payout orders').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Group tab' }).click();
  await expect(page.locator('[class*="group_pill"]').first()).toBeVisible();
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  const named = workspace.tab('Night desk');
  await expect(named).toBeVisible();
  await expect(named.locator('.ws-tab-lock')).toBeVisible();
  await expect(page.locator('[class*="group_pill"]').first()).toBeVisible();
  await named.click();
  await workspace.activate('collectOrder');
  await workspace.press('Alt+w');
  await expect(named).toBeVisible();
  await named.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Unlock panel' }).click();
  await workspace.press('Alt+w');
  await expect(named).toHaveCount(0);
});

test('W3: a locked layout keeps its panels where they are; what is opened since may go', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open();
  await workspace.layoutMenu('Lock or unlock layout');
  await workspace.activate('dashboard');
  await workspace.press('Alt+w');
  await expect(workspace.panel('dashboard')).toBeVisible();
  await workspace.press('Alt+o');
  await expect(page.locator('.flexlayout__float_window, [class*="float_window"]')).toHaveCount(0);
  const opened = await workspace.openView('merchant');
  await expect(opened).toBeVisible();
  await workspace.activate('merchant');
  await workspace.press('Alt+w');
  await expect(workspace.panel('merchant')).toHaveCount(0);
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await workspace.activate('dashboard');
  await workspace.press('Alt+w');
  await expect(workspace.panel('dashboard')).toBeVisible();
  await workspace.layoutMenu('Lock or unlock layout');
  await workspace.activate('dashboard');
  await workspace.press('Alt+w');
  await expect(workspace.panel('dashboard')).toHaveCount(0);
});
