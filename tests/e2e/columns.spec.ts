import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { oneLine } from './grid.ts';
import { sampled } from './sample.ts';

/** Texts that do not fit into the cells or headers they stand in. */
function cut(panel: Locator, cells: string): Promise<string[]> {
  return panel.locator(cells).evaluateAll((found) =>
    found
      .filter((element) => {
        const inner = element.querySelector('.ag-cell-value') ?? element;
        return (
          element.scrollWidth > element.clientWidth + 1 ||
          (inner as HTMLElement).scrollWidth > (inner as HTMLElement).clientWidth + 1
        );
      })
      .map((element) => element.textContent ?? ''),
  );
}

/** Texts that run over the edge of their cell, where the next one begins. */
function astray(panel: Locator): Promise<string[]> {
  return panel.locator('.grid-body .ag-cell').evaluateAll((found) =>
    found
      .filter((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        const [text, edge] = [words.getBoundingClientRect(), cell.getBoundingClientRect()];
        const over = text.left < edge.left - 1 || text.right > edge.right + 1;
        return over && getComputedStyle(cell).overflowX === 'visible';
      })
      .map((cell) => cell.textContent ?? ''),
  );
}

const USDT = encodeURIComponent(JSON.stringify(['USDT']));

for (const view of ['finance/fundDetail', 'order/collectOrder', 'finance/merchantAsset']) {
  test(
    `no money and no header of ${view} is cut, six decimals included`,
    sampled(view === 'finance/fundDetail'),
    async ({ open, page }) => {
      await open('finance', { address: `/${view}?currency=${USDT}` });
      const id = view.split('/')[1]!;
      const panel = page.locator(`[data-view="${id}"]:visible`).filter({ hasText: 'USDT' }).first();
      await expect(panel.locator('[row-index="0"] .pd-number').first()).toHaveText(/\.\d{6}/);
      await expect.poll(() => cut(panel, '.ag-cell:is(.pd-number, .pd-mono)')).toEqual([]);
      expect(await cut(panel, '.ag-header-cell-text')).toEqual([]);
      await expect.poll(() => astray(panel)).toEqual([]);
      await oneLine(panel);
    },
  );
}

test('a width that a person chose stays, the others go on following what they show', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('finance');
  const grid = workspace.grid('fundDetail');
  await grid.loaded();
  const header = grid.panel.locator('.ag-header-cell[col-id="amount"]');
  const before = (await header.boundingBox())!;
  await page.mouse.move(before.x + before.width - 1, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 59, before.y + before.height / 2, { steps: 4 });
  await page.mouse.up();
  const chosen = (await header.boundingBox())!.width;
  expect(chosen).toBeGreaterThan(before.width + 40);
  await page.waitForTimeout(1_500);
  await page.reload();
  await workspace.ready();
  await grid.loaded();
  expect(Math.round((await header.boundingBox())!.width)).toBe(Math.round(chosen));
  expect(await cut(grid.panel, '.ag-cell.pd-number:not([col-id="amount"])')).toEqual([]);
});

test('a column that a person made too narrow for its figures stays so and shows none of their digits', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('finance', { only: 'fundDetail' });
  const grid = workspace.grid('fundDetail');
  const id = await grid.loaded();
  const header = grid.panel.locator('.ag-header-cell[col-id="balanceAfter"]');
  const before = (await header.boundingBox())!;
  await page.mouse.move(before.x + before.width - 1, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + 40, before.y + before.height / 2, { steps: 4 });
  await page.mouse.up();
  const cell = grid.cell(id, 'balanceAfter');
  await expect(cell).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
  const chosen = (await header.boundingBox())!.width;
  expect(chosen).toBeLessThan(50);
  await page.waitForTimeout(1_500);
  await page.reload();
  await workspace.ready();
  const first = await grid.loaded();
  expect(Math.round((await header.boundingBox())!.width)).toBe(Math.round(chosen));
  await expect(grid.cell(first, 'balanceAfter')).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
});

test('cells stay under their headers however busy the page is', async ({ open, page }) => {
  // What a busy page lets wait: timers. The header moves without one.
  await page.addInitScript(() => {
    const { setTimeout: later } = globalThis;
    const slow = (run: () => void, ms = 0, ...rest: unknown[]) =>
      later(run, 'e2eBusy' in globalThis ? ms + 3_000 : ms, ...rest);
    Object.assign(globalThis, { setTimeout: slow });
  });
  const workspace = await open('finance', { only: 'fundDetail' });
  const grid = workspace.grid('fundDetail');
  const id = await grid.loaded();
  const leftOf = (each: Locator) => each.evaluate((element) => element.getBoundingClientRect().left);
  const header = grid.panel.locator('.ag-header-cell[col-id="balanceAfter"]');
  const before = (await grid.panel.locator('.ag-header-cell[col-id="amount"]').boundingBox())!;
  await page.evaluate(() => Object.assign(globalThis, { e2eBusy: true }));
  const start = await leftOf(header);
  await page.mouse.move(before.x + before.width - 1, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 59, before.y + before.height / 2, { steps: 4 });
  expect(await leftOf(header)).toBeGreaterThan(start + 40);
  expect(await leftOf(grid.cell(id, 'balanceAfter'))).toBeCloseTo(await leftOf(header), 0);
  await page.mouse.up();
});

/** Columns of figures that the right edge runs through. */
const atEdge = (panel: Locator): Promise<string[]> =>
  panel.locator('.ag-root').evaluate((grid) => {
    const viewport = grid.querySelector('.ag-grid-viewport')!;
    const edge = viewport.getBoundingClientRect().left + viewport.clientWidth;
    return [...grid.querySelectorAll<HTMLElement>('.ag-right-aligned-header')]
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < edge && right > edge + 1;
      })
      .map((each) => each.getAttribute('col-id') ?? '');
  });

test('texts give way or take room where the edge of a shipped panel would cut figures', {
  tag: '@long',
}, async ({ open, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const agent = await open('agent');
  const panel = agent.panel('fundDetail');
  await agent.unlink('fundDetail');
  await agent.grid('fundDetail').loaded();
  const width = async () =>
    (await panel.locator('.ag-header-cell[col-id="merchantId"]').boundingBox())!.width;
  const resize = async (to: number) => {
    await page.setViewportSize({ width: to, height: 800 });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
  await resize(2200);
  const whole = await width();
  // Where the edge falls depends on the figures of the day: at some width it cuts them, and the
  // texts are enough.
  let at = 1100;
  const gaveWay = async () => {
    at = at < 1700 ? at + 12 : 1100;
    await resize(at);
    return (await width()) !== whole && (await atEdge(panel)).length === 0;
  };
  await expect.poll(gaveWay, { intervals: [0] }).toBe(true);
  // More room gives the texts their own width back.
  await resize(2200);
  await expect.poll(width).toBe(whole);
});

test.describe('at 1600 px', () => {
  test.use({ viewport: { width: 1600, height: 900 } });
  for (const account of ['operator', 'finance', 'agent', 'admin'])
    test(
      `the edge of no list in the workspace of ${account} cuts a figure`,
      sampled(account === 'operator'),
      async ({ open, page }) => {
        await open(account);
        const panels = page.locator('[data-view]:visible').filter({ has: page.locator('.ag-header-cell') });
        await expect.poll(() => panels.count()).toBeGreaterThan(1);
        for (const panel of await panels.all()) {
          await expect.poll(() => atEdge(panel)).toEqual([]);
          expect(await cut(panel, '.ag-cell.pd-number')).toEqual([]);
        }
      },
    );
});

test('a column of money has room for the sum of the list, and stays as it is while rows scroll by', {
  tag: '@long',
}, async ({ open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const id = await grid.loaded();
  await expect(grid.foot).toContainText(/INR [\d,]+\.\d{2}/);
  const [, sum = ''] = /INR ([\d,]+\.\d{2})/.exec(await grid.foot.innerText())!;
  const lack = () =>
    grid.cell(id, 'amount').evaluate((cell, text) => {
      const copy = cell.cloneNode() as HTMLElement;
      copy.textContent = text;
      copy.style.width = 'auto';
      cell.after(copy);
      const { width } = copy.getBoundingClientRect();
      copy.remove();
      return width - cell.getBoundingClientRect().width;
    }, sum);
  await expect.poll(lack).toBeLessThanOrEqual(0);
  const widths = () =>
    grid.panel
      .locator('.ag-right-aligned-header')
      .evaluateAll((headers) => headers.map((each) => each.getBoundingClientRect().width));
  const before = await widths();
  for (const index of [900, 4_000, 11_000, 17_000]) {
    await grid.scrollTo(index);
    await expect(grid.at(index)).toHaveAttribute('row-id', /^\d{6,}$/);
  }
  expect(await widths()).toEqual(before);
});

test('columns of fund details, which no sum bounds, stay as they are while rows scroll by', {
  tag: '@long',
}, async ({ open }) => {
  const workspace = await open('finance', { only: 'fundDetail' });
  const grid = workspace.grid('fundDetail');
  await grid.loaded();
  const widths = () =>
    grid.panel
      .locator('.ag-header-cell[col-id]')
      .evaluateAll((headers) => headers.map((each) => each.getBoundingClientRect().width));
  const before = await widths();
  for (const index of [900, 12_000, 30_000, 55_000]) {
    await grid.scrollTo(index);
    await expect(grid.at(index)).toHaveAttribute('row-id', /^\d{6,}$/);
  }
  expect(await widths()).toEqual(before);
});

test('sideways a figure shows whole or not at all, and a press on its sign brings it', {
  tag: '@long',
}, async ({ open, page }) => {
  await page.setViewportSize({ width: 700, height: 800 });
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const half = () =>
    grid.viewport.evaluate((view) => {
      const begin = view.querySelector('.grid-pinned')!.getBoundingClientRect().right;
      const edge = view.getBoundingClientRect().left + view.clientWidth;
      return [...view.querySelectorAll('.grid-body .ag-right-aligned-cell')]
        .filter((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          const { left, right } = words.getBoundingClientRect();
          const isCut = (left < edge && right > edge + 1) || (left < begin - 1 && right > begin);
          return isCut && getComputedStyle(cell).webkitTextFillColor !== 'rgba(0, 0, 0, 0)';
        })
        .map((cell) => cell.textContent);
    });
  const hidden = { left: 0, right: 0 };
  for (let left = 0; left <= 600; left += 30) {
    await grid.viewport.evaluate((view, to) => view.scrollTo({ left: to }), left);
    await expect.poll(half).toEqual([]);
    for (const side of ['left', 'right'] as const)
      hidden[side] += await grid.panel.locator(`.grid-body [data-cut="${side}"]`).count();
  }
  // Some places of the way run through one.
  expect(hidden.left).toBeGreaterThan(0);
  expect(hidden.right).toBeGreaterThan(0);
  const sign = grid.at(3).locator('[data-cut="right"]');
  let left = 0;
  // Not where the bar lies over it.
  const isCut = async () => {
    left += 30;
    await grid.viewport.evaluate((view, to) => view.scrollTo({ left: to }), left);
    return (
      (await sign.count()) > 0 &&
      (await sign.first().evaluate((cell) => {
        const view = cell.closest('.ag-grid-viewport')!;
        return cell.getBoundingClientRect().left + 40 < view.getBoundingClientRect().left + view.clientWidth;
      }))
    );
  };
  await grid.viewport.evaluate((view) => view.scrollTo({ left: 0 }));
  await expect.poll(isCut, { intervals: [100] }).toBe(true);
  const column = await sign.first().getAttribute('col-id');
  const box = (await sign.first().boundingBox())!;
  await page.mouse.click(box.x + 10, box.y + box.height / 2);
  await expect(grid.at(3).locator(`[col-id="${column}"]:not([data-cut])`)).toBeVisible();
});
