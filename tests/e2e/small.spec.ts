import { expect, test } from './fixtures.ts';
import { STATUS, takeOrder } from './orders.ts';
import { bind } from './otpApp.ts';
import { sampled } from './sample.ts';

/** The smallest window that people work in. */
test.use({ viewport: { width: 1280, height: 720 } });

for (const account of ['operator', 'merchant'])
  test(
    `every list of the first layout ends with a whole row (${account})`,
    sampled(account === 'operator'),
    async ({ open, page }) => {
      const workspace = await open(account);
      const grid = workspace.grid('collectOrder');
      await grid.loaded();
      const cut = () =>
        page.locator('.ag-grid-viewport').evaluateAll((lists) =>
          lists
            .filter((list) => list.checkVisibility())
            .flatMap((list) => {
              const edge = list.getBoundingClientRect().bottom;
              const rows = [...list.querySelectorAll('.ag-row')].map((row) => row.getBoundingClientRect());
              return rows.filter(({ top, bottom }) => top < edge - 0.5 && bottom > edge + 0.5);
            }),
        );
      for (const size of [
        { width: 1280, height: 720 },
        { width: 1600, height: 1000 },
      ]) {
        await page.setViewportSize(size);
        await expect.poll(cut).toEqual([]);
      }
      // The bar goes as far as the list does.
      await grid.choose(await grid.loaded());
      await workspace.press('End');
      await expect.poll(cut).toEqual([]);
      const end = () =>
        grid.viewport.evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
      await expect.poll(end).toBeLessThan(1);
    },
  );

test('a sheet that asks for a code shows the field beside its verb', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open();
  const grid = workspace.grid('collectOrder');
  const order = await takeOrder(await product.as('operator'), { status: [STATUS.failed] });
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('c');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  const sheet = page.getByRole('dialog', { name: /^Force confirm · / });
  const unbound = page.getByRole('dialog', { name: 'One-time password' });
  await workspace.press('Shift+F');
  await expect(sheet.or(unbound)).toBeVisible();
  if (await unbound.isVisible()) {
    await bind(page);
    await grid.choose(order.id);
    await workspace.press('Shift+F');
  }
  await expect(sheet.getByRole('button', { name: /^Force confirm 1 order/ })).toBeEnabled();
  await expect(sheet.getByLabel('UTR')).toBeFocused();
  await expect(sheet.getByLabel('OTP')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await workspace.press('u');
});

test('the amounts of bank bills stand one under the other, within the peek', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const bill = (id: string, bookedAt: Date, payer: string) => ({
    id,
    billNo: id,
    bookedAt: bookedAt.toISOString(),
    amount: '1300',
    currency: 'INR',
    utr: '632631724441',
    payer,
    status: 0,
  });
  const items = [
    bill('1', new Date(), 'ravi@okaxis'),
    bill('2', new Date(Date.now() - 86_400_000 * 3), 'asha.iyer33.of.a.long.name@okaxis'),
  ];
  await page.route('**/api/bankBill/rows', async (route) => {
    const answer = {
      code: 200,
      type: 'success',
      message: '',
      result: { items, start: 0, total: 2, totalIs: 'exact' },
    };
    await route.fulfill({ json: answer });
  });
  const workspace = await open('finance', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const order = await takeOrder(await product.as('operator'), { status: [STATUS.failed] });
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('Space');
  const bills = workspace.panel('collectOrder').locator('.bills');
  await expect(bills.locator('li')).toHaveCount(2);
  const right = async (part: string) =>
    Promise.all(
      [0, 1].map(async (at) => {
        const box = await bills.locator('li').nth(at).locator(part).last().boundingBox();
        return Math.round(box!.x + box!.width);
      }),
    );
  const [first, second] = await right('.pd-number');
  expect(first).toBe(second);
  const box = (await bills.boundingBox())!;
  expect(Math.max(...(await right('.pd-tag')))).toBeLessThanOrEqual(Math.ceil(box.x + box.width));
});

test('the order log tells when without being scrolled', { tag: '@long' }, async ({ open }) => {
  const workspace = await open('admin');
  const panel = await workspace.openView('orderLog');
  await workspace.grid('orderLog').loaded();
  await expect(panel.getByRole('columnheader', { name: 'Created at' })).toBeInViewport({ ratio: 1 });
});

test('no width breaks the bar of a list with two filters set', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open('finance', { only: 'collectOrder' });
  await page.goto('/order/collectOrder?status=[2]&settled=false');
  await workspace.ready();
  const bar = page.locator('[data-view=collectOrder] .view-bar');
  await expect(bar).toBeVisible();
  for (let width = 1000; width > 500; width -= 6) {
    await page.setViewportSize({ width, height: 720 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await bar.count(), `at ${width}`).toBe(1);
  }
  // What is set stands in sight, or behind a funnel that counts it.
  await expect(bar.locator('.more-filters .pd-number')).toHaveText(/^\+[12]$/);
});
