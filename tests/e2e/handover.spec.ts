import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { alone } from './envelope.ts';
import { expect, test } from './fixtures.ts';
import { claimable, orderOf, rowsOf } from './orders.ts';
import { LOOKS } from './profile.ts';
import { WorkspacePage } from './workspacePage.ts';

/** A shift goes from one window to another: offered with its claims and a text, seen, taken, and receipted on both sides. */

async function seriousIn(page: Page, selector: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
}

test('a shift is handed over from the palette and accepted in another window', { tag: '@long' }, async ({
  open,
  page,
  browser,
  product,
}) => {
  const api = await product.as('operator');
  const [first, second] = [await claimable(api), await claimable(api)];
  await api.command('collectOrder/claim', { ids: [first.id, second.id] });
  // What other tests left claimed is no part of this shift.
  const { claimedBy } = await orderOf(api, first.id);
  const { items } = await rowsOf<{ id: string }>(api, 'collectOrder', { claimedBy: [claimedBy] });
  const others = items.map(({ id }) => id).filter((id) => id !== first.id && id !== second.id);
  if (others.length > 0) await api.command('collectOrder/unclaim', { ids: others });

  const context = await browser.newContext({ ...LOOKS, baseURL: product.base });
  const theirs = await context.newPage();
  await product.plant('admin', alone('shiftHandover'));
  const admin = new WorkspacePage(theirs);
  await admin.enter('admin');
  await expect(admin.panel('shiftHandover').locator('.view-bar')).toBeVisible();

  const workspace = await open('operator', { only: 'shiftHandover' });
  await page
    .getByRole('button', { name: /^Account/ })
    .or(page.locator('.topbar-user'))
    .first()
    .click();
  await page.getByText('Hand over my shift').first().click();
  const sheet = workspace.panel('shiftHandover').locator('.dock');
  await expect(sheet).toContainText(first.orderNo);
  await expect(sheet).toContainText(second.orderNo);
  expect(await seriousIn(page, '.dock')).toEqual([]);
  await sheet.getByRole('button', { name: /^Colleague/ }).click();
  await page
    .getByRole('menuitemradio', { name: /admin/ })
    .or(page.getByText(/· admin/))
    .first()
    .click();
  await sheet.getByRole('textbox').fill(`Watch the second one ${'and the third '.repeat(200)}`);
  await page.keyboard.press('Control+Enter');
  await expect(workspace.toast('Shift offered')).toBeVisible();
  expect((await orderOf(api, first.id)).claimedBy).not.toBeNull();

  const toast = theirs.locator('.ant-notification-notice').filter({ hasText: 'hands over a shift to you' });
  await toast.getByRole('button', { name: 'Open' }).click();
  const peek = theirs.locator('.dock');
  await expect(peek).toContainText('Watch the second one');
  await expect(peek).toContainText(first.orderNo);
  // However long its text is, it is folded and the verbs are in sight.
  await expect(peek.getByRole('button', { name: 'Show all' })).toBeVisible();
  await expect(peek.getByRole('button', { name: 'Take over 2 claims' })).toBeInViewport({ ratio: 1 });
  expect(await seriousIn(theirs, '.dock')).toEqual([]);
  await peek.getByRole('checkbox', { name: second.orderNo }).uncheck();
  await peek.getByRole('button', { name: 'Take over 1 claim' }).click();
  await expect(peek).toContainText('taken over');
  await expect(peek).toContainText('stays with its giver');
  await expect(
    page.locator('.ant-notification-notice').filter({ hasText: 'took over your shift' }),
  ).toBeVisible();
  expect((await orderOf(api, first.id)).claimedByName).toBe('admin');
  expect((await orderOf(api, second.id)).claimedByName).toBe('operator');
  await api.command('collectOrder/unclaim', { ids: [second.id] });
  await context.close();
});
