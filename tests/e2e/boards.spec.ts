import { expect, test } from './fixtures.ts';
import { WorkspacePage } from './workspacePage.ts';

/** Dashboards that one person makes for others. */

const boardOf = ({ page }: WorkspacePage) => page.locator('[data-view="dashboard"]:visible');
const widget = (workspace: WorkspacePage, id: string) => boardOf(workspace).locator(`[data-widget="${id}"]`);
const listOf = ({ page }: WorkspacePage) => page.getByRole('dialog', { name: 'Dashboards' });

/** Puts the keyboard on the dashboard, once it is there. */
async function focus(workspace: WorkspacePage): Promise<void> {
  await expect(boardOf(workspace).locator('.dash-strip')).toBeVisible();
  await boardOf(workspace).locator('.dash').focus();
}

async function add(workspace: WorkspacePage, name: string): Promise<void> {
  await focus(workspace);
  await workspace.press('a');
  const dialog = workspace.page.getByRole('dialog', { name: 'Add widget' });
  await dialog.getByRole('searchbox').fill(name);
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(dialog).toBeHidden();
}

async function list(workspace: WorkspacePage) {
  await focus(workspace);
  await workspace.press('b');
  await expect(listOf(workspace)).toBeVisible();
  return listOf(workspace);
}

async function publish(admin: WorkspacePage, next?: string): Promise<void> {
  const dialog = await list(admin);
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Night board' })
    .getByRole('button', { name: 'Publish…' })
    .click();
  if (next) {
    await dialog.getByRole('button', { name: /^Publish as/ }).click();
    await admin.page.getByRole('menuitemradio', { name: next }).click();
  } else {
    await dialog.getByRole('combobox', { name: 'A role' }).fill('Operators');
    await admin.page
      .locator('.ant-select-item-option')
      .filter({ hasText: /^Operators/ })
      .click();
    await dialog.getByRole('checkbox', { name: /Default/ }).check();
  }
  await expect(dialog.getByRole('heading', { name: 'Publish Night board' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(admin.toast('Night board is published')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('W7, W25: a dashboard is published to a role, changed by whoever has it, and its next version reviewed', {
  tag: '@long',
}, async ({ open, browser, product }) => {
  test.slow();
  const elsewhere = await browser.newContext({
    baseURL: product.base,
    viewport: { width: 1600, height: 900 },
  });
  await product.forget('admin');
  const admin = new WorkspacePage(await elsewhere.newPage());
  await admin.enter('admin');
  const made = await list(admin);
  await made.getByRole('textbox').fill('Night board');
  await made.getByRole('button', { name: 'Create dashboard' }).click();
  await expect(admin.tab('Night board')).toHaveAttribute('aria-selected', 'true');
  await add(admin, 'Clock');
  await add(admin, 'Version');
  await boardOf(admin)
    .getByRole('button', { name: /^Currency of all widgets/ })
    .click();
  await admin.page.getByRole('menuitemradio', { name: 'INR' }).click();
  await publish(admin);

  // Whoever has no dashboard begins with it, with its variables as they were published.
  const workspace = await open();
  await expect(widget(workspace, 'clock')).toBeVisible();
  await expect(widget(workspace, 'version')).toBeVisible();
  const currency = boardOf(workspace).getByRole('button', { name: /^Currency of all widgets/ });
  await expect(currency).toHaveAccessibleName(/INR/);
  await currency.click();
  await workspace.page.getByRole('menuitemradio', { name: 'USDT' }).click();
  await add(workspace, 'About');
  await workspace.saved();

  await add(admin, 'Schedule');
  await boardOf(admin).getByRole('button', { name: 'Actions of Version' }).click();
  await admin.page.getByRole('menuitem', { name: 'Remove' }).click();
  await admin.saved();
  await publish(admin, 'Night board, version 2');

  await workspace.page.reload();
  await workspace.ready();
  const strip = boardOf(workspace).getByRole('status').filter({ hasText: 'new version of Night board' });
  await strip.getByRole('button', { name: 'Review' }).click();
  const review = workspace.page.getByRole('dialog', { name: 'Review' });
  await expect(review.locator('.pd-marks')).toContainText('New Schedule');
  await expect(review.locator('.pd-marks')).toContainText('Gone Version');
  await expect(review.locator('.pd-marks')).not.toContainText('About');
  await review.getByRole('button', { name: 'Take in' }).click();
  await expect(strip).toHaveCount(0);
  for (const id of ['clock', 'about', 'schedule']) await expect(widget(workspace, id)).toBeVisible();
  await expect(widget(workspace, 'version')).toHaveCount(0);
  await workspace.saved();
  await workspace.page.reload();
  await workspace.ready();
  await expect(widget(workspace, 'schedule')).toBeVisible();
  await expect(strip).toHaveCount(0);
  // What the person left the variables at is the person's own on a shared dashboard too.
  await expect(currency).toHaveAccessibleName(/USDT/);

  const dialog = await list(workspace);
  await dialog.getByRole('button', { name: 'Versions' }).click();
  await dialog.getByRole('button', { name: 'Version 1', exact: true }).click();
  await expect(dialog.locator('.pd-marks')).toContainText('Gone Schedule');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(widget(workspace, 'version')).toBeVisible();
  await expect(widget(workspace, 'schedule')).toHaveCount(0);

  const own = await list(admin);
  await own.getByRole('list', { name: 'Published' }).getByRole('button', { name: 'Withdraw' }).click();
  await expect(admin.toast('Night board is withdrawn')).toBeVisible();
  await elsewhere.close();
  await workspace.page.reload();
  await workspace.ready();
  await expect(widget(workspace, 'version')).toBeVisible();
});

test('W25: one tile has a period, currency and upstream of its own, and shows that', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('finance', { address: '/dashboard/home' });
  const board = page.locator('[data-view="dashboard"]:visible');
  const flow = board.locator('[data-widget="order-flow"]');
  await flow.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings…' }).click();
  const form = page.getByRole('dialog', { name: /: settings$/ });
  for (const name of ['Period', 'Currency', 'Upstream'])
    await form.getByRole('checkbox', { name, exact: true }).uncheck();
  await form.getByRole('button', { name: /^Period: / }).click();
  await page.getByRole('menuitemradio', { name: 'this week' }).click();
  await form.getByRole('button', { name: 'Currency: As set above' }).click();
  await page.getByRole('menuitemradio', { name: 'USDT' }).click();
  await form.getByRole('button', { name: 'Upstream', exact: true }).click();
  await page.getByRole('checkbox', { name: /^ICICI-UPI 07/ }).check();
  await page.keyboard.press('Escape');
  const asked = page.waitForRequest(
    (request) =>
      request.url().endsWith('/measure/read') && /"upstreamId":\["\d+"\]/.test(request.postData() ?? ''),
  );
  await form.getByRole('button', { name: 'Save settings' }).click();
  expect((await asked).postDataJSON()).toMatchObject({ where: { currency: ['USDT'] }, calendar: 'thisWeek' });
  await expect(form).toBeHidden();
  await expect(flow).toContainText('this week');
  await expect(flow.locator('.tile-own')).toContainText('ICICI-UPI 07');
  await expect(flow.locator('.tile-own')).toContainText('Set for this widget: Period, Currency, Upstream');
  await expect(board.locator('[data-widget="platform-overview"]')).toContainText('INR · last 24 h');
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(flow.locator('.tile-own')).toContainText('ICICI-UPI 07');
});

test('W25: the daily report and grouped charts are compared with the period before', {
  tag: '@long',
}, async ({ open, page }) => {
  await open('finance', { address: '/dashboard/home' });
  const board = page.locator('[data-view="dashboard"]:visible');
  const report = board.locator('[data-widget="daily-report"]');
  await report.scrollIntoViewIfNeeded();
  await expect(report.locator('tbody tr').first()).toBeVisible();
  await expect(report.locator('.fig-delta')).toHaveCount(0);
  await board.getByRole('button', { name: /^Compare with/ }).click();
  await page.getByRole('menuitemradio', { name: 'Period before' }).click();
  await expect(report.locator('tfoot .fig-delta').first()).toContainText(/[▲▼=] [\d.]+ %|–/);
});
