import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { claimable } from './orders.ts';

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

/** Every child of the bar is in one line inside it, as soon as the bar has folded what it has no room for. */
async function oneLine(panel: Locator): Promise<void> {
  const bar = panel.locator('.view-bar');
  const fit = () =>
    bar.evaluate((element) => {
      const edge = element.getBoundingClientRect();
      const outside = [...element.querySelectorAll<HTMLElement>('button:not([popover] *), input')]
        .filter((each) => !each.closest('[inert]') && !each.closest('[popover]') && each.checkVisibility())
        .map((each) => each.getBoundingClientRect())
        .filter((box) => box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom);
      return {
        isLow: edge.height <= 36,
        sideways: element.scrollWidth - element.clientWidth,
        outside: outside.length,
      };
    });
  await expect.poll(fit).toEqual({ isLow: true, sideways: 0, outside: 0 });
}

const USDT = encodeURIComponent(JSON.stringify(['USDT']));

for (const view of ['finance/fundDetail', 'order/collectOrder', 'finance/merchantAsset']) {
  test(`no money and no header of ${view} is cut, six decimals included`, async ({ open, page }) => {
    await open('finance', { address: `/${view}?currency=${USDT}` });
    const id = view.split('/')[1]!;
    const panel = page.locator(`[data-view="${id}"]:visible`).filter({ hasText: 'USDT' }).first();
    await expect(panel.locator('[row-index="0"] .pd-number').first()).toHaveText(/\.\d{6}/, {
      timeout: 30_000,
    });
    await expect.poll(() => cut(panel, '.ag-cell:is(.pd-number, .pd-mono)')).toEqual([]);
    expect(await cut(panel, '.ag-header-cell-text')).toEqual([]);
    await expect.poll(() => astray(panel)).toEqual([]);
    await oneLine(panel);
  });
}

test('a width that a person chose stays, the others go on following what they show', async ({
  open,
  page,
}) => {
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

test('texts give way where the edge of a shipped panel would cut figures', async ({ open, page }) => {
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
  // Where the edge falls depends on the figures of the day: at some width it cuts them, and the texts are enough.
  let at = 1100;
  const gaveWay = async () => {
    at = at < 1700 ? at + 12 : 1100;
    await resize(at);
    return (await width()) < whole && (await atEdge(panel)).length === 0;
  };
  await expect.poll(gaveWay, { intervals: [0] }).toBe(true);
  // More room gives the texts their own width back.
  await resize(2200);
  await expect.poll(width).toBeGreaterThanOrEqual(whole);
});

test.describe('at 1600 px', () => {
  test.use({ viewport: { width: 1600, height: 900 } });
  for (const account of ['operator', 'finance', 'agent', 'admin'])
    test(`the edge of no list in the workspace of ${account} cuts a figure`, async ({ open, page }) => {
      await open(account);
      const panels = page.locator('[data-view]:visible').filter({ has: page.locator('.ag-header-cell') });
      await expect.poll(() => panels.count()).toBeGreaterThan(1);
      for (const panel of await panels.all()) {
        await expect.poll(() => atEdge(panel)).toEqual([]);
        expect(await cut(panel, '.ag-cell.pd-number')).toEqual([]);
      }
    });
});

test('a column of money has room for the sum of the list, and stays as it is while rows scroll by', async ({
  open,
}) => {
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

test('sideways a figure shows whole or not at all', async ({ open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const half = () =>
    grid.viewport.evaluate((view) => {
      const edge = view.getBoundingClientRect().left + view.clientWidth;
      return [...view.querySelectorAll('.grid-body .ag-right-aligned-cell')]
        .filter((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          const { left, right } = words.getBoundingClientRect();
          return left < edge && right > edge + 1 && getComputedStyle(cell).visibility === 'visible';
        })
        .map((cell) => cell.textContent);
    });
  const shown = () => grid.panel.locator('.grid-body [data-cut]').count();
  let hidden = 0;
  for (let left = 0; left <= 600; left += 30) {
    await grid.viewport.evaluate((view, to) => view.scrollTo({ left: to }), left);
    await expect.poll(half).toEqual([]);
    hidden += await shown();
  }
  // Some place of the way runs through one.
  expect(hidden).toBeGreaterThan(0);
});

test('bars that lie over the cells leave them in sight', async ({ open }) => {
  const agent = await open('agent');
  await agent.unlink('fundDetail');
  await agent.grid('fundDetail').loaded();
  const bars = agent
    .panel('fundDetail')
    .locator('.ag-scrollbar-invisible, .ag-scrollbar-invisible > [class$="viewport"]');
  const painted = await bars.evaluateAll((each) => each.map((bar) => getComputedStyle(bar).backgroundColor));
  expect(painted.length).toBeGreaterThanOrEqual(4);
  expect(new Set(painted)).toEqual(new Set(['rgba(0, 0, 0, 0)']));
});

test('a narrow panel keeps one line: filters fold behind the funnel and work from there', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  const workspace = await open('operator');
  const grid = workspace.grid('fundDetail');
  await workspace.unlink('fundDetail');
  await grid.loaded();
  await oneLine(grid.panel);
  const funnel = grid.panel.getByRole('button', { name: 'More filters' });
  // Nothing is set, so nothing is hidden that leaves rows out.
  await expect(funnel).toHaveText('');
  await funnel.click();
  await grid.panel.getByRole('menuitem', { name: 'Created at' }).click();
  await grid.panel.getByRole('button', { name: 'Yesterday' }).click();
  // What is set stands in the bar, or the funnel counts it.
  await expect(
    grid.panel.locator('.chip[data-set="true"]:not([inert]), .more-filters-set').first(),
  ).toBeVisible();
  await oneLine(grid.panel);
  await expect(grid.panel.locator('.grid-foot')).toContainText(/match/);
  await oneLine(workspace.panel('merchantAsset'));
});

/** The line under a grid shows currencies whole or not at all. */
test('no total under a grid is cut', async ({ open }) => {
  const workspace = await open('operator');
  await workspace.unlink('merchantAsset');
  for (const view of ['collectOrder', 'merchantAsset']) {
    const foot = workspace.grid(view).foot;
    await expect(foot.locator('.grid-currencies > span').first()).toBeVisible();
    const torn = await foot.locator('.grid-currencies').evaluate((box) => {
      const edge = box.getBoundingClientRect();
      return [...box.children].filter(
        (child) => !(child as HTMLElement).inert && child.getBoundingClientRect().right > edge.right + 1,
      ).length;
    });
    expect(torn).toBe(0);
  }
  const rest = workspace.grid('merchantAsset').foot.getByRole('button', { name: /^\+\d+$/ });
  await rest.click();
  await expect(
    workspace.panel('merchantAsset').locator('.pop-choice').filter({ hasText: /^USDT/ }),
  ).toBeVisible();
});

test('the box in the header takes the block, the foot all that match, and the box nothing again', async ({
  open,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const box = grid.panel.locator('.grid-check-all');
  await box.click();
  await expect(grid.foot).toContainText('100 selected');
  await expect(box).toBeChecked();
  await grid.foot.getByRole('button', { name: /^Select all [\d,]+ matching$/ }).click();
  await expect(grid.foot).toContainText(/All [\d,]+ matching selected/);
  // One row taken out: the box says that not everything is chosen.
  await grid.cell(await grid.loaded(), 'pd-select').click();
  await expect.poll(() => box.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await box.click();
  await box.click();
  await expect(grid.foot).not.toContainText('selected');
});

test('the default columns come back with the order that the list is in', async ({ open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const head = (name: string) => grid.panel.locator(`[role="columnheader"][col-id="${name}"]`);
  await head('amount').click();
  await expect(head('amount')).toHaveAttribute('aria-sort', 'descending');
  await grid.panel.getByRole('button', { name: 'Columns' }).click();
  await grid.panel.getByRole('button', { name: 'Restore default columns' }).click();
  await expect(head('createdAt')).toHaveAttribute('aria-sort', 'descending');
  await expect(head('amount')).not.toHaveAttribute('aria-sort', 'descending');
});

test('a frozen grid holds still, says so and catches up', async ({ open, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const other = await product.as('priya');
  const order = await claimable(other);
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('f');
  await expect(grid.foot).toContainText('Frozen');
  await other.command('collectOrder/claim', { ids: [order.id] });
  await workspace.page.waitForTimeout(1_500);
  await expect(grid.cell(order.id, 'claimedBy')).toHaveText('');
  await workspace.press('f');
  await expect(grid.cell(order.id, 'claimedBy')).toHaveText(/^priya · /);
  await expect(grid.foot).not.toContainText('Frozen');
});

test('nothing matches: the way out is on the spot', async ({ open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.panel.locator('.any-id input').fill('no-such-number');
  await grid.panel.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await grid.loaded();
  await expect(grid.panel.locator('.any-id input')).toHaveValue('');
});

const thumb = (page: Page): Promise<string> =>
  page
    .locator('[data-view="collectOrder"] .ag-grid-viewport')
    .first()
    .evaluate((element) => getComputedStyle(element, '::-webkit-scrollbar').width);

test('a list whose server is gone says since when, and reads again when it is back', async ({
  open,
  product,
}) => {
  test.setTimeout(120_000);
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const first = await grid.loaded();
  expect(await thumb(workspace.page)).toBe('8px');
  await product.kill();
  await expect(grid.foot).toContainText(/stale since \d\d:\d\d:\d\d/, { timeout: 20_000 });
  await workspace.activate('collectOrder');
  await workspace.press('r');
  await expect(workspace.toast('Not connected: the list stays as it is')).toBeVisible();
  await expect(grid.row(first)).toBeVisible();
  // Another list cannot be read.
  await grid.panel.locator('.any-id input').fill('C20');
  await expect(grid.panel.getByRole('button', { name: 'Try again' })).toBeVisible();
  await product.start();
  await workspace.live();
  await expect(grid.foot).not.toContainText('stale since');
  await expect(grid.panel.getByRole('button', { name: 'Try again' })).toBeHidden();
  await grid.panel.locator('.any-id input').fill('');
  await grid.loaded();
});
