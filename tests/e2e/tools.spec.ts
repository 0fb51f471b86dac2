import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';

/** Logs over all, the self-test, the database's console and diagram, and the MQTT client. */

/** As after a one-time password, for every session of the moment. */
const openConsole = (product: Product): Promise<void> =>
  product.planting(async (database) => {
    await database.query(
      `insert into console_opening (session_id, open_until)
       select id, now() + interval '10 minutes' from sys_session on conflict do nothing`,
    );
  });

/** Read as so many of so many, whatever parts there are. */
const EVERY_PART = /(\d+) of \1 tried, 0 failed/;

test('an order number finds what all logs know of the order', async ({ open, page, product }) => {
  const admin = await product.as('admin');
  const { items } = await admin.call<{ items: { orderNo: string }[] }>('callback/page', { pageSize: 1 });
  await open('admin', { only: 'logTrace' });
  const trace = page.locator('[data-view="logTrace"]');
  await trace.getByRole('searchbox').fill(items[0]!.orderNo);
  const rows = trace.locator('tr[data-key]');
  await expect(rows.filter({ hasText: items[0]!.orderNo }).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`find=${items[0]!.orderNo}`));
  await expect(trace.getByRole('button', { name: 'Period: Last 7 days' })).toBeVisible();
  await trace.getByRole('searchbox').fill('nobody-at-all');
  await expect(trace.getByText('No log has a row of nobody-at-all')).toBeVisible();
});

test('the self-test tries every part by itself and again by key', async ({ open, page }) => {
  const workspace = await open('admin', { only: 'sysTest' });
  const view = page.locator('[data-view="sysTest"]');
  await expect(view.getByRole('status')).toHaveText(EVERY_PART);
  await workspace.activate('sysTest');
  await workspace.press('Shift+R');
  await expect(view.getByRole('status')).toHaveText(EVERY_PART);
});

test('the console shows rows, takes no write, and shows where a statement is wrong', async ({
  open,
  page,
  product,
}) => {
  await open('admin', { only: 'sysDatabase' });
  await openConsole(product);
  const view = page.locator('[data-view="sysDatabase"]');
  await view.getByRole('button', { name: 'SQL' }).click();
  const editor = view.getByRole('textbox', { name: 'SQL statement' });
  await editor.fill("select 41 + 1 as answer, 'a' as letter");
  await editor.press('Control+Enter');
  await expect(view.getByRole('status').filter({ hasText: '1 row' })).toBeVisible();
  await expect(view.getByText('42', { exact: true })).toBeVisible();
  await editor.fill("update collect_order set remark = ''");
  await editor.press('Control+Enter');
  await expect(view.getByRole('alert')).toContainText('This console only reads');
  await editor.fill('select nothing_of_this');
  await editor.press('Control+Enter');
  await expect(view.getByRole('alert')).toContainText('Line 1, column 8');
});

test('the diagram finds a table and leads to its columns', { tag: '@long' }, async ({ open, page }) => {
  await open('admin', { address: '/develop/database/visual' });
  const view = page.locator('[data-view="sysDatabase"]');
  await view.getByRole('searchbox').fill('collect_order');
  const box = view.getByRole('button', { name: 'collect_order', exact: true });
  await expect(box).toHaveClass(/dia-found/);
  await box.focus();
  await page.keyboard.press('Enter');
  await expect(view.getByRole('heading', { name: 'collect_order' })).toBeVisible();
});

test('the MQTT client shows what a subscription gets, its own message too', async ({ open, page }) => {
  await open('admin', { only: 'mqttClient' });
  const view = page.locator('[data-view="mqttClient"]');
  await view.getByRole('textbox', { name: 'Topic to subscribe to' }).fill('plant/+/heat');
  await view.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await view
    .getByRole('form', { name: 'Connection' })
    .getByRole('button', { name: /^Connect/ })
    .click();
  await expect(view.locator('.mqtt-state')).toContainText('Connected');
  await view.getByRole('textbox', { name: 'Topic', exact: true }).fill('plant/a/heat');
  await view.getByRole('textbox', { name: 'Payload', exact: true }).fill('{"heat": 21.5}');
  await page.keyboard.press('Control+Enter');
  await expect(view.locator('.mqtt-line')).toContainText('21.5');
});
