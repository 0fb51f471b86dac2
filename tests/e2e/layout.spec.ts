import { WorkspacePage } from './workspacePage.ts';
import { envelope, panel, tabset } from './envelope.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { sampled } from './sample.ts';

const deep = (depth: number): object =>
  depth === 0 ? tabset('orders') : { type: 'row', children: [deep(depth - 1)] };

const BROKEN: Record<string, string> = {
  'cut off in the middle': envelope([tabset('orders')], { orders: panel('collectOrder') }).slice(0, 90),
  'not an object': '[1,2,3]',
  'of a version to come': JSON.stringify({ schema: 99, layout: {}, panels: {} }),
  'without a tree': envelope('a row', { orders: panel('collectOrder') }),
  'nested past reason': envelope([deep(60)], { orders: panel('collectOrder') }),
  'with tabs twice, tabs of nothing and hostile keys': envelope(
    [
      tabset('orders', 'orders', 'ghost'),
      { type: 'border', children: null },
      tabset('__proto__', 'constructor'),
    ],
    { orders: panel('collectOrder'), funds: { view: '<img src=x onerror=alert(1)>' } },
    { links: { panels: { orders: { colour: 'url(javascript:1)' } }, contexts: 7 } },
  ),
};

const SAMPLED = new Set(['with tabs twice, tabs of nothing and hostile keys']);

for (const [what, working] of Object.entries(BROKEN)) {
  test(
    `a stored layout ${what} is repaired or replaced, and said so`,
    sampled(SAMPLED.has(what)),
    async ({ page, product }) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('dialog', (dialog) => faults.push(dialog.message()));
      await product.plant('operator', working);
      const workspace = new WorkspacePage(page);
      await workspace.enter('operator');
      await expect(
        page
          .locator('.ws-banner')
          .filter({ hasText: /was repaired|could not be read; the default is shown/ }),
      ).toBeVisible();
      await expect(workspace.panel('collectOrder').locator('[row-id]').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Export the original' })).toBeVisible();
      expect(faults).toEqual([]);
    },
  );
}

test('changes that cannot be read leave the saved layout, and the words say which is which', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'merchant' });
  await workspace.grid('merchant').loaded();
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout Planted saved')).toBeVisible();
  await workspace.saved();
  const api = await product.as('operator');
  const [layout] = await api.call<{ id: string }[]>('layout/list');
  const { version } = await api.call<{ version: number }>(`layout/detail?id=${layout!.id}`);
  const parts = { id: layout!.id, name: 'Planted', kind: 'workspace', version };
  await page.goto('about:blank');
  await api.call('layout/save', { ...parts, working: '{{{' });
  await page.goto('/');
  await workspace.ready();
  await expect(
    workspace.banner('The changes to the layout Planted since its last save could not be read'),
  ).toBeVisible();
  await expect(workspace.tabs()).toHaveText(['Merchants']);
});

test('equal tabs keep their numbers over a reload, wherever they stand', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'merchant' });
  await workspace.grid('merchant').loaded();
  await workspace.activate('merchant');
  // A second one beside it, and a third one before that.
  await workspace.press('Alt+\\');
  await expect(workspace.tab('Merchants 2')).toBeVisible();
  await workspace.tab('Merchants').click();
  await workspace.press('Alt+\\');
  await expect(workspace.tab('Merchants 3')).toBeVisible();
  const left = async (name: string) => (await workspace.tab(name).boundingBox())!.x;
  expect(await left('Merchants 3')).toBeLessThan(await left('Merchants 2'));
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  expect(await left('Merchants 3')).toBeLessThan(await left('Merchants 2'));
  await workspace.tab('Merchants').click();
  await workspace.press('Alt+w');
  await expect(workspace.tabs()).toHaveText(['Merchants 3', 'Merchants 2']);
});

test('W12: a view that no longer exists becomes a card in its place', async ({ page, product }) => {
  await product.plant(
    'operator',
    envelope([tabset('orders'), tabset('old')], { orders: panel('collectOrder'), old: panel('bygoneView') }),
  );
  const workspace = new WorkspacePage(page);
  await workspace.enter('operator');
  await expect(workspace.panel('bygoneView')).toContainText('The view bygoneView no longer exists');
  await expect(workspace.panel('collectOrder').locator('[row-id]').first()).toBeVisible();
  await workspace.panel('bygoneView').getByRole('button', { name: 'Close panel' }).click();
  await expect(workspace.panel('bygoneView')).toHaveCount(0);
});

test('W12: a view that is no longer permitted becomes a card, and its data is not asked for', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await product.plant(
    'operator',
    envelope([tabset('orders'), tabset('users')], { orders: panel('collectOrder'), users: panel('sysRole') }),
  );
  const workspace = new WorkspacePage(page);
  await workspace.enter('operator');
  await expect(workspace.panel('collectOrder').locator('[row-id]').first()).toBeVisible();
  await expect(workspace.panel('sysRole')).toContainText(/not permitted|no longer exists/);
  expect(asked.filter((url) => url.includes('/api/sysRole/'))).toEqual([]);
});

/** Splits the pane of a panel, which shows the tab that was behind it too. */
async function split(window: WorkspacePage, view: string, behind: string): Promise<void> {
  await window.activate(view);
  await window.press('Alt+\\');
  await expect(window.panel(behind)).toBeVisible();
}

/** The window's saves wait until they are let go: none of them takes in what another window has moved meanwhile. */
async function holdSaves({ page }: WorkspacePage): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/layout/save', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test('two windows that both moved panels: the one that saved later is asked which to keep', {
  tag: '@long',
}, async ({ open, context }) => {
  const workspace = await open();
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout My desk saved')).toBeVisible();
  const other = new WorkspacePage(await context.newPage());
  await other.page.goto('/');
  await other.ready();
  const release = await holdSaves(workspace);
  await split(other, 'merchantAsset', 'orderLog');
  // What is on the server by then is what the first window may take.
  await other.saved();
  await workspace.page.bringToFront();
  await split(workspace, 'collectOrder', 'payOrder');
  release();
  // Either may come second: a grid also saves its place by itself.
  const banner = (window: WorkspacePage) => window.banner('was changed in another window');
  await expect.poll(async () => (await banner(workspace).count()) + (await banner(other).count())).toBe(1);
  const [asked, mine, theirs] =
    (await banner(workspace).count()) === 1
      ? [workspace, 'payOrder', 'orderLog']
      : [other, 'orderLog', 'payOrder'];
  await asked.page.bringToFront();
  await banner(asked).getByRole('button', { name: 'Take theirs' }).click();
  await expect(asked.panel(theirs!)).toBeVisible();
  await expect(asked.panel(mine!)).toBeHidden();
  await expect(banner(asked)).toBeHidden();
});

/** Two windows of one person on the layout that is saved. */
async function twoWindows(open: () => Promise<WorkspacePage>): Promise<[WorkspacePage, WorkspacePage]> {
  test.slow();
  const workspace = await open();
  await workspace.grid('collectOrder').loaded();
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout My desk saved')).toBeVisible();
  const other = new WorkspacePage(await workspace.page.context().newPage());
  await other.page.goto('/');
  await other.ready();
  await other.grid('collectOrder').loaded();
  return [workspace, other];
}

const working = async (product: Product): Promise<string> => {
  const api = await product.as('operator');
  const [layout] = await api.call<{ id: string }[]>('layout/list');
  return JSON.stringify(await api.call(`layout/detail?id=${layout!.id}`));
};

test('two windows on one layout: filters on one side and panels on the other are both kept, unasked', {
  tag: '@long',
}, async ({ open, product }) => {
  const [workspace, other] = await twoWindows(() => open());
  await other.panel('collectOrder').locator('.any-id input').fill('C26112');
  await expect.poll(() => working(product)).toContain('C26112');
  await workspace.page.bringToFront();
  await workspace.openView('merchant');
  await workspace.saved();
  // The other window did not see the new panel; its filters still reach the server, and the panel stays.
  await other.page.bringToFront();
  await other.panel('collectOrder').locator('.any-id input').fill('C26113');
  await expect.poll(() => working(product)).toContain('C26113');
  expect(await working(product)).toContain('merchant\\"');
  for (const window of [workspace, other]) await expect(window.banner('another window')).toHaveCount(0);
  await other.page.reload();
  await other.ready();
  await expect(other.tab('Merchants')).toBeVisible();
});

test('W13: panels that two windows opened and closed merge unasked, and each shows both', {
  tag: '@long',
}, async ({ open, product }) => {
  const [workspace, other] = await twoWindows(() => open());
  await other.openView('merchant');
  await other.saved();
  await workspace.page.bringToFront();
  await workspace.openView('upstream');
  await expect(workspace.tab('Merchants')).toBeVisible();
  await expect(workspace.panel('upstream')).toBeVisible();
  await workspace.saved();
  expect(await working(product)).toContain('merchant\\"');
  expect(await working(product)).toContain('upstream\\"');
  await other.page.bringToFront();
  await other.activate('merchant');
  await other.press('Alt+w');
  await expect(other.tab('Upstreams')).toBeVisible();
  for (const window of [workspace, other]) await expect(window.banner('another window')).toHaveCount(0);
  await expect.poll(() => working(product)).not.toContain('merchant\\"');
});

test('two windows that both moved panels: the one that is asked may keep its own', { tag: '@long' }, async ({
  open,
  product,
}) => {
  const [workspace, other] = await twoWindows(() => open());
  const release = await holdSaves(workspace);
  await split(other, 'merchantAsset', 'orderLog');
  await other.saved();
  const theirs = await working(product);
  await workspace.page.bringToFront();
  await split(workspace, 'collectOrder', 'payOrder');
  release();
  await workspace.banner('was changed in another window').getByRole('button', { name: 'Keep mine' }).click();
  await expect(workspace.toast('This window’s layout is kept')).toBeVisible();
  await expect(workspace.banner('another window')).toHaveCount(0);
  await expect(workspace.panel('payOrder')).toBeVisible();
  await expect(workspace.panel('orderLog')).toBeHidden();
  await expect.poll(() => working(product)).not.toBe(theirs);
});

test('layouts that could not be loaded are not overwritten, and come when the server answers again', {
  tag: '@long',
}, async ({ open, page, product }) => {
  test.slow();
  const workspace = await open();
  await workspace.openView('merchant');
  await workspace.grid('merchant').loaded();
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout My desk saved')).toBeVisible();
  // A grid that has just come saves its place by itself.
  await workspace.saved();
  const before = await working(product);
  await page.route('**/api/layout/list', (route) => route.abort());
  await page.reload();
  await workspace.ready();
  await expect(workspace.banner('could not be loaded')).toBeVisible();
  await expect(workspace.layoutName()).toContainText('not loaded');
  await workspace.openView('upstream');
  await workspace.saved();
  await page.unroute('**/api/layout/list');
  expect(await working(product)).toBe(before);
  await workspace.banner('could not be loaded').getByRole('button', { name: 'Load again' }).click();
  await expect(workspace.tab('Merchants')).toBeVisible();
  await expect(workspace.tab('Upstreams')).toHaveCount(0);
  const api = await product.as('operator');
  const list = await api.call<{ kind: string }[]>('layout/list');
  expect(list.filter(({ kind }) => kind === 'workspace')).toHaveLength(1);
});

test('W12: the report of a repair names what was lost and gives the original back', { tag: '@long' }, async ({
  page,
  product,
}) => {
  const planted = BROKEN['with tabs twice, tabs of nothing and hostile keys']!;
  await product.plant('operator', planted);
  const workspace = new WorkspacePage(page);
  await workspace.enter('operator');
  const report = workspace.banner('was repaired');
  await report.getByRole('button', { name: 'Details' }).click();
  await expect(page.locator('.ws-report')).toContainText('A repeated panel was dropped');
  await expect(page.locator('.ws-report')).toContainText('A malformed panel was replaced by a card');
  await expect(page.locator('.ws-report')).toContainText('ghost');
  const download = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Export the original' }).click();
  const file = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe(planted);
  await report.getByRole('button', { name: 'Dismiss' }).click();
  await expect(report).toHaveCount(0);
});
