import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { OrderNote } from '../../contract/orderNote.ts';
import { expect, test } from './fixtures.ts';
import { claimable } from './orders.ts';

/** Notes on an order: written from the keyboard, live in other windows, corrected, withdrawn, kept as drafts. */

const notesIn = (page: Page) => page.getByRole('region', { name: 'Notes' });

async function seriousIn(page: Page, selector: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
}

test('a note is written by keys, is read by a colleague at once, is corrected and withdrawn', async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('operator');
  const order = await claimable(api);
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  const notes = notesIn(page);
  // What is typed before the field is there goes to the note: a letter is no verb then.
  await page.keyboard.press('n');
  await page.keyboard.type('claimed by nobody <b>yet</b>');
  const field = notes.getByRole('textbox', { name: 'Write a note' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('claimed by nobody <b>yet</b>');
  await page.keyboard.press('Control+Enter');
  await expect(notes.getByRole('listitem')).toContainText('claimed by nobody <b>yet</b>');
  await expect(field).toHaveValue('');
  expect(await api.call(`collectOrder/detail?id=${order.id}`)).toMatchObject({ claimedBy: null, notes: 1 });
  await expect(page.locator('.line')).toContainText('claimed by nobody');

  const finance = await product.as('finance');
  await finance.command('orderNote/write', {
    subject: 'collectOrder',
    id: order.id,
    body: 'Seen by finance',
  });
  await expect(notes.getByRole('listitem').filter({ hasText: 'Seen by finance' })).toBeVisible();
  expect(await seriousIn(page, '.notes')).toEqual([]);

  const mine = notes.getByRole('listitem').filter({ hasText: 'claimed by nobody' });
  await mine.getByRole('button', { name: 'Correct' }).click();
  await mine.getByRole('textbox', { name: 'Correct' }).fill('Claimed by the night shift');
  await page.keyboard.press('Control+Enter');
  await expect(notes.getByRole('listitem').first()).toContainText('Claimed by the night shift');
  await notes.getByText('Former text').click();
  await expect(notes.getByRole('listitem').first()).toContainText('claimed by nobody');
  await notes.getByRole('listitem').first().getByRole('button', { name: 'Withdraw' }).click();
  await expect(workspace.toast('Note withdrawn')).toBeVisible();
  const kept = await api.call<OrderNote[]>(`orderNote/of?subject=collectOrder&id=${order.id}`);
  expect(kept[0]).toMatchObject({ status: 'withdrawn', body: null });
  expect(kept[0]!.former).toHaveLength(2);
});

test('a draft outlives Esc, a closed peek and a reload, and is its order’s own', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('operator');
  const [order, other] = [await claimable(api), await claimable(api)];
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await page.keyboard.press('n');
  const field = notesIn(page).getByRole('textbox', { name: 'Write a note' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Half a thought');
  await page.keyboard.press('Escape');
  await expect(field).not.toBeFocused();
  await expect(field).toHaveValue('Half a thought');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await grid.find(other.orderNo, other.id);
  await grid.choose(other.id);
  await page.keyboard.press('n');
  await expect(field).toHaveValue('');
  await page.reload();
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await page.keyboard.press('n');
  await expect(field).toHaveValue('Half a thought');
  await field.fill('');
});

test('a merchant finds no notes in the peek of its order', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('merchant');
  const { items } = await api.call<{ items: { id: string; orderNo: string }[] }>('collectOrder/page', {});
  const [order] = items;
  const operator = await product.as('operator');
  await operator.command('orderNote/write', { subject: 'collectOrder', id: order!.id, body: 'Of the staff' });
  const workspace = await open('merchant', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(order!.orderNo, order!.id);
  await grid.choose(order!.id);
  await page.keyboard.press('n');
  await page.keyboard.press('Space');
  await expect(page.locator('.line')).toBeVisible();
  await expect(notesIn(page)).toHaveCount(0);
  await expect(page.getByText('Of the staff')).toHaveCount(0);
});

test('a colleague is chosen by keys after an @, is notified, and the notice leads to the order', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const api = await product.as('operator');
  const [order, other] = [await claimable(api), await claimable(api)];
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await page.keyboard.press('n');
  const notes = notesIn(page);
  const field = notes.getByRole('textbox', { name: 'Write a note' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Please look @fin');
  await expect(notes.getByRole('option').first()).toContainText('@finance');
  expect(await seriousIn(page, '.notes')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Please look @finance ');
  await page.keyboard.press('Control+Enter');
  await expect(notes.locator('.note-mention')).toHaveText('@finance');
  const finance = await product.as('finance');
  const notices = await finance.call<{ title: string; link: unknown }[]>('sysNotice/mine', { limit: 50 });
  expect(notices.find(({ title }) => title.includes(order.orderNo))).toMatchObject({
    link: { view: 'collectOrder', args: { anyId: order.orderNo, row: order.id } },
  });

  await finance.command('orderNote/write', {
    subject: 'collectOrder',
    id: other.id,
    body: '@operator the bank has answered',
  });
  const toast = page
    .locator('.ant-notification-notice')
    .filter({ hasText: `mentioned you on ${other.orderNo}` });
  await expect(toast).toContainText('the bank has answered');
  await toast.getByRole('button', { name: 'Open' }).click();
  await expect(notes.getByRole('listitem')).toContainText('the bank has answered');
  await expect(page.locator('.dock-head')).toContainText(other.orderNo);
});
