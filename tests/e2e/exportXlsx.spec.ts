import { setTimeout as sleep } from 'node:timers/promises';
import type { JobLine } from '../../contract/calls.ts';
import { sheetOf } from '../support/xlsx.ts';
import { expect, test } from './fixtures.ts';
import { type Order, rowsOf, STATUS } from './orders.ts';

/** W31: what is filtered, as a workbook. */

test('W31: the sheet asks for the format, and the workbook holds the list; its link shows the job again', async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', {
    address: `/order/collectOrder?status=%5B${STATUS.reversed}%5D`,
    only: 'collectOrder',
  });
  const panel = page.locator('[data-view="collectOrder"]:visible').filter({ hasText: 'Reversed' });
  await expect(panel.locator('[row-index="0"]')).toHaveAttribute('row-id', /^\d+$/);
  const api = await product.as('operator');
  const { total, items } = await rowsOf<Order>(api, 'collectOrder', { status: [STATUS.reversed] }, 0, 1_000);
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const sheet = page.getByRole('dialog', { name: 'Export Orders' });
  await sheet.getByRole('radio', { name: /XLSX/ }).check();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^collectOrder-\d+\.xlsx$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const { rows } = sheetOf(Buffer.concat(chunks));
  expect(rows.length).toBe(total + 1);
  const headers = rows[0]!.map(({ text }) => text);
  const numbers = rows
    .slice(1)
    .map((row) => row[headers.findIndex((header) => header.startsWith('Order'))]!.text);
  expect(numbers).toEqual(expect.arrayContaining(items.map(({ orderNo }) => orderNo)));
  expect(rows[1]![headers.indexOf('Amount')]).toMatchObject({
    kind: 'number',
    // With the digits of its currency.
    format: expect.stringMatching(/^#,##0/),
  });

  // The format is remembered, and the link of the job offers its file in another window.
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  await expect(sheet.getByRole('radio', { name: /XLSX/ })).toBeChecked();
  await page.keyboard.press('Escape');
  const [job] = await api.call<JobLine[]>('jobs/mine', {});
  await page.goto(`${product.base}/dashboard/home?job=${job!.id}`);
  await expect(workspace.toast(`${job!.file} is ready`)).toBeVisible();
  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file' }).click();
  expect((await again).suggestedFilename()).toBe(job!.file);
});

test('W31: panel and status bar show one progress of a running export, each with its link', {
  tag: '@long',
}, async ({ open, page, product, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = await open('operator', { only: 'collectOrder' });
  const panel = workspace.panel('collectOrder');
  await workspace.grid('collectOrder').loaded();
  // The list is short: its job runs on in the answers, so that both can be read.
  let done = 0;
  const job = { id: '7000000000000000001', kind: 'exportRows', createdAt: new Date().toISOString() };
  const state = () => ({
    ...job,
    status: 'running',
    done,
    total: 1_000,
    resource: 'collectOrder',
    action: '',
    file: '',
    refused: 0,
  });
  const answer = (result: unknown) => ({
    json: { code: 200, type: 'success', message: '', result, extras: null, time: '' },
  });
  await page.route('**/api/collectOrder/export', (route) => route.fulfill(answer({ jobId: job.id })));
  await page.route('**/api/jobs/detail*', (route) => route.fulfill(answer(state())));
  await page.route('**/api/jobs/mine', (route) => route.fulfill(answer([state()])));
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  await page.getByRole('dialog', { name: 'Export Orders' }).press('Enter');
  const strip = panel.locator('.job-strip');
  const bar = page.locator('.status-jobs');
  for (const next of [120, 480, 777]) {
    done = next;
    await expect(strip).toContainText(`${Math.floor(next / 10)} %`);
    expect(await bar.textContent()).toContain(`${Math.floor(next / 10)} %`);
    await sleep(50);
  }
  await strip.getByRole('button', { name: 'Copy the link to Export Orders' }).click();
  await expect(workspace.toast('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${product.base}/dashboard/home?job=${job.id}`,
  );
});
