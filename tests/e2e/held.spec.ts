import type { ActionResult, Job, JobLine } from '../../contract/calls.ts';
import type { Client } from '../support/client.ts';
import { expect, test } from './fixtures.ts';
import { orderOf } from './orders.ts';
import { scaleLimit } from '../support/patience.ts';

interface Role {
  id: string;
  code: string;
  version: number;
}

/** From now on a bulk of people with this role is large above this amount; null: the usual one. */
async function limit(admin: Client, role: string, bulkLimits: Record<string, string> | null): Promise<void> {
  const { items } = await admin.call<{ items: Role[] }>('sysRole/page', { page: 1, pageSize: 50 });
  const { id, version } = items.find(({ code }) => code === role)!;
  await admin.call('sysRole/update', { id, version, bulkLimits });
}

const newestJob = async (api: Client): Promise<JobLine> => (await api.call<JobLine[]>('jobs/mine', {}))[0]!;

test('a bulk above 500 rows takes its typed count, and is undone with nothing changed', async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.panel.locator('.grid-check-all').click();
  await grid.foot.getByRole('button', { name: /^Select all [\d,]+ matching$/ }).click();
  await workspace.press('Shift+B');
  const sheet = page.getByRole('dialog', { name: /^Batch settle · / });
  const box = sheet.getByLabel(/^Number of rows:/);
  await expect(box).toBeFocused();
  const verb = sheet.locator('.dock-foot .pd-button-primary');
  await expect(verb).toBeDisabled();
  await workspace.press('Enter');
  await expect(sheet.getByRole('alert').filter({ hasText: /^Type [\d,]+/ })).toBeVisible();
  const count = await sheet.locator('.sheet-count label b').innerText();
  // What the button says it does is what is typed.
  await expect(verb).toContainText(count);
  await page.keyboard.type(count);
  await expect(verb).toBeEnabled();
  await workspace.press('Enter');
  await expect(sheet).toHaveCount(0);
  const strip = grid.panel.locator('.job-strip');
  await expect(strip).toContainText(`${count} rows`);
  await expect(strip).toContainText(/starts in \d+ s/);
  await expect(page.locator('.statusbar')).toContainText(/starts in \d+ s/);
  await workspace.press('Alt+u');
  await expect(workspace.toast(/undone, nothing was changed/)).toBeVisible();
  await expect(strip).toHaveCount(0);
  const api = await product.as('operator');
  const { id } = await newestJob(api);
  expect(await api.call<Job>(`jobs/detail?id=${id}`)).toMatchObject({
    status: 'cancelled',
    undone: true,
    done: 0,
    result: { done: [], refused: [] },
  });
});

test('a hold goes on through a reload, and starts by itself', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const admin = await product.as('admin');
  const api = await product.as('operator');
  await limit(admin, 'operator', { INR: '1' });
  try {
    const workspace = await open('operator', { only: 'collectOrder' });
    const grid = workspace.grid('collectOrder');
    await grid.loaded();
    await grid.panel.locator('.grid-check-all').click();
    await expect(grid.foot).toContainText('100 selected');
    await workspace.press('Shift+B');
    const sheet = page.getByRole('dialog', { name: /^Batch settle · / });
    await expect(sheet).toContainText('more than your limit of');
    await expect(sheet.getByLabel(/^Number of rows:/)).toBeFocused();
    const count = await sheet.locator('.sheet-count label b').innerText();
    await expect(sheet.locator('.dock-foot .pd-button-primary')).toContainText(`${count} order`);
    await page.keyboard.type(count);
    await workspace.press('Enter');
    const strip = grid.panel.locator('.job-strip');
    await expect(strip).toContainText(/starts in \d+ s/);
    const { id } = await newestJob(api);
    await page.reload();
    await workspace.ready();
    await expect(page.locator('.held-job').first()).toContainText(/starts in \d+ s|starting/);
    expect(await api.call<Job>(`jobs/detail?id=${id}`)).toMatchObject({ done: 0, total: 100 });
    const job = () => api.call<Job>(`jobs/detail?id=${id}`);
    await expect.poll(async () => (await job()).status, { intervals: [500] }).toBe('done');
    const { done } = (await job()).result as ActionResult;
    expect(done.length).toBeGreaterThan(0);
    expect((await orderOf(api, done[0]!)).settled).toBe(true);
    await expect(strip).toHaveCount(0);
  } finally {
    await limit(admin, 'operator', null);
  }
});

test('the match board shows its running bulk after a reload', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const admin = await product.as('admin');
  // The demo's statements are read and compared with the orders in the background.
  const unmatched = async () =>
    (await admin.call<{ total: number }>('bankBill/rows', { status: [0], start: 0, end: 1 })).total;
  await expect.poll(unmatched, { timeout: scaleLimit(60_000), intervals: [1_000] }).toBeGreaterThan(1);
  await limit(admin, 'finance', { INR: '1' });
  try {
    const workspace = await open('finance', { only: 'bankBill' });
    const grid = workspace.grid('bankBill');
    await grid.loaded();
    await grid.panel.locator('.grid-check-all').click();
    await workspace.press('Shift+M');
    const sheet = page.getByRole('dialog', { name: /^Match by the rules · / });
    await expect(sheet.getByLabel(/^Number of rows:/)).toBeFocused();
    await page.keyboard.type(await sheet.locator('.sheet-count label b').innerText());
    await workspace.press('Enter');
    const strip = grid.panel.locator('.job-strip');
    await expect(strip).toContainText(/starts in \d+ s/);
    await page.reload();
    await workspace.ready();
    await expect(strip).toContainText(/starts in \d+ s/);
    await workspace.press('Alt+u');
    await expect(workspace.toast(/undone, nothing was changed/)).toBeVisible();
    await expect(strip).toHaveCount(0);
  } finally {
    await limit(admin, 'finance', null);
  }
});
