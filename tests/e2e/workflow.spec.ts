import type { FlowShown } from '../../contract/approvalFlow.ts';
import type { Row } from '../../contract/calls.ts';
import { dictValues } from '../../contract/dicts.ts';
import { expect, test } from './fixtures.ts';
import { approvable } from './largePayout.ts';

const PAY_STATUS = dictValues('payStatusEnum');

/** Approval flows are drawn, tried out and published; the peek of a request draws its way. */

test('a step is drawn by keys, compared and published, and names who would be asked', async ({
  open,
  product,
}) => {
  const api = await product.as('admin');
  const { items } = await api.call<{ items: Row[] }>('approvalRule/page', {
    command: ['payOrder/approve'],
    currency: ['JPY'],
  });
  const id = items[0]!.id;
  const workspace = await open('admin', { only: 'workflow' });
  const { page } = workspace;
  const view = workspace.panel('workflow');
  await view.getByLabel('Find a flow').fill('Pay out · JPY');
  await view.locator('.flows-rule').first().click();
  await view.locator('.flow-box').first().focus();
  await page.keyboard.press('a');
  const dock = view.locator('.dock');
  await dock.getByLabel('Name').fill('Finance');
  await dock.getByRole('button', { name: /^Who decides/ }).click();
  await page.getByRole('menuitemradio', { name: 'Everyone with a role' }).click();
  await dock.getByRole('combobox', { name: 'Role' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Finance' }).first().click();
  await page.keyboard.press('Escape');
  // It comes first: Alt and an arrow move it.
  await page.keyboard.press('Alt+ArrowUp');
  await expect(view.locator('.flow-box').first()).toContainText('Role: Finance');
  await page.keyboard.press('t');
  await dock.getByLabel('Amount (JPY)').fill('300000');
  await page.keyboard.press('Enter');
  await expect(dock.locator('.flow-box').first()).toContainText('陈静');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await expect(dock.locator('[data-kind="added"]')).toBeVisible();
  await dock.getByRole('button', { name: 'Publish version 2' }).click();
  await expect(view.locator('.flows-head')).toContainText('Version 2');
  const { flow } = await api.call<{ flow: FlowShown }>(`approvalRule/detail?id=${id}`);
  expect(flow.versions[0]!.steps.map(({ who, name }) => [who, name])).toEqual([
    ['role', 'Finance'],
    ['permitted', ''],
  ]);
});

test('the peek of a request draws its way, and who is awaited', { tag: '@long' }, async ({
  open,
  product,
}) => {
  const { orderNo } = await approvable(product);
  const workspace = await open('finance', { only: 'approval' });
  const grid = workspace.grid('approval');
  await grid.loaded();
  await grid.rows
    .filter({ hasText: orderNo.slice(-4) })
    .first()
    .locator('[role="gridcell"]')
    .nth(2)
    .click();
  await workspace.press('Space');
  const way = workspace.panel('approval').getByRole('region', { name: 'Way of approval' });
  await expect(way.locator('[data-state="current"]')).toContainText('Whoever may do the command');
  await expect(way.locator('[data-state="current"]')).toContainText('Deciding');
});

test('two requests are agreed to from their list by keys', async ({ open, product }) => {
  const made = [await approvable(product), await approvable(product)];
  const workspace = await open('finance', { only: 'approval' });
  const grid = workspace.grid('approval');
  await grid.loaded();
  // The newest is first.
  const newest = grid.rows.filter({ hasText: made[1]!.orderNo.slice(-4) }).first();
  await newest.locator('[role="gridcell"]').nth(2).click();
  await workspace.press('x');
  await workspace.press('ArrowDown');
  await workspace.press('x');
  await workspace.press('Shift+A');
  const sheet = workspace.panel('approval').getByRole('dialog');
  await expect(sheet).toContainText('Pay out');
  await expect(sheet).toContainText('60,000.00');
  await sheet.getByRole('button', { name: 'Agree to 2 requests' }).press('Enter');
  await expect(sheet).toHaveCount(0);
  const finance = await product.as('finance');
  for (const { id } of made) {
    const { status } = await finance.call<Row>(`payOrder/detail?id=${id}`);
    expect(status).not.toBe(PAY_STATUS.approving);
  }
});
