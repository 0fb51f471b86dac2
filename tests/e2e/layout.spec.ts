import { Desk } from './desk.ts';
import { envelope, panel, tabset } from './envelope.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';

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

for (const [what, working] of Object.entries(BROKEN)) {
  test(`a stored layout ${what} is repaired or replaced, and said so`, async ({ page, product }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('dialog', (dialog) => faults.push(dialog.message()));
    await product.plant('operator', working);
    const desk = new Desk(page);
    await desk.signIn('operator');
    await expect(
      page.locator('.ws-banner').filter({ hasText: /was repaired|could not be read; the default is shown/ }),
    ).toBeVisible();
    await expect(desk.panel('collectOrder').locator('[row-id]').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export the original' })).toBeVisible();
    expect(faults).toEqual([]);
  });
}

test('changes that cannot be read leave the saved layout, and the words say which is which', async ({
  open,
  page,
  product,
}) => {
  const desk = await open('operator', { only: 'merchant' });
  await desk.grid('merchant').loaded();
  await desk.press('Control+s');
  await expect(desk.toast('Layout Planted saved')).toBeVisible();
  await desk.saved();
  const api = await product.as('operator');
  const [layout] = await api.call<{ id: string }[]>('layout/list');
  const { version } = await api.call<{ version: number }>(`layout/detail?id=${layout!.id}`);
  const parts = { id: layout!.id, name: 'Planted', kind: 'workspace', version };
  await page.goto('about:blank');
  await api.call('layout/save', { ...parts, working: '{{{' });
  await page.goto('/');
  await desk.ready();
  await expect(
    desk.banner('The changes to the layout Planted since its last save could not be read'),
  ).toBeVisible();
  await expect(desk.tabs()).toHaveText(['Merchants']);
});

test('equal tabs keep their numbers over a reload, wherever they stand', async ({ open, page }) => {
  const desk = await open('operator', { only: 'merchant' });
  await desk.grid('merchant').loaded();
  await desk.activate('merchant');
  // A second one beside it, and a third one before that.
  await desk.press('Alt+\\');
  await expect(desk.tab('Merchants 2')).toBeVisible();
  await desk.tab('Merchants').click();
  await desk.press('Alt+\\');
  await expect(desk.tab('Merchants 3')).toBeVisible();
  const left = async (name: string) => (await desk.tab(name).boundingBox())!.x;
  expect(await left('Merchants 3')).toBeLessThan(await left('Merchants 2'));
  await desk.saved();
  await page.reload();
  await desk.ready();
  expect(await left('Merchants 3')).toBeLessThan(await left('Merchants 2'));
  await desk.tab('Merchants').click();
  await desk.press('Alt+w');
  await expect(desk.tabs()).toHaveText(['Merchants 3', 'Merchants 2']);
});

test('a view that no longer exists becomes a card in its place', async ({ page, product }) => {
  await product.plant(
    'operator',
    envelope([tabset('orders'), tabset('old')], { orders: panel('collectOrder'), old: panel('bygoneView') }),
  );
  const desk = new Desk(page);
  await desk.signIn('operator');
  await expect(desk.panel('bygoneView')).toContainText('The view bygoneView no longer exists');
  await expect(desk.panel('collectOrder').locator('[row-id]').first()).toBeVisible();
  await desk.panel('bygoneView').getByRole('button', { name: 'Close panel' }).click();
  await expect(desk.panel('bygoneView')).toHaveCount(0);
});

test('a view that is no longer permitted becomes a card, and its data is not asked for', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await product.plant(
    'operator',
    envelope([tabset('orders'), tabset('users')], { orders: panel('collectOrder'), users: panel('sysRole') }),
  );
  const desk = new Desk(page);
  await desk.signIn('operator');
  await expect(desk.panel('collectOrder').locator('[row-id]').first()).toBeVisible();
  await expect(desk.panel('sysRole')).toContainText(/not permitted|no longer exists/);
  expect(asked.filter((url) => url.includes('/api/sysRole/'))).toEqual([]);
});

test('two windows on one layout: the one that saved later is asked which to keep', async ({
  open,
  context,
}) => {
  const desk = await open();
  await desk.press('Control+s');
  await expect(desk.toast('Layout My desk saved')).toBeVisible();
  const other = new Desk(await context.newPage());
  await other.page.goto('/');
  await other.ready();
  await other.openView('merchant');
  await desk.page.bringToFront();
  await desk.openView('upstream');
  // Either may come second: a grid also saves its place by itself.
  const banner = (window: Desk) => window.banner('was changed in another window');
  await expect.poll(async () => (await banner(desk).count()) + (await banner(other).count())).toBe(1);
  const [asked, mine, theirs] =
    (await banner(desk).count()) === 1 ? [desk, 'Upstreams', 'Merchants'] : [other, 'Merchants', 'Upstreams'];
  await asked.page.bringToFront();
  await banner(asked).getByRole('button', { name: 'Take theirs' }).click();
  await expect(asked.tab(theirs)).toBeVisible();
  await expect(asked.tab(mine)).toHaveCount(0);
  await expect(banner(asked)).toBeHidden();
});

/** Two windows of one person on the layout that is saved. */
async function twoWindows(open: () => Promise<Desk>): Promise<[Desk, Desk]> {
  test.slow();
  const desk = await open();
  await desk.grid('collectOrder').loaded();
  await desk.press('Control+s');
  await expect(desk.toast('Layout My desk saved')).toBeVisible();
  const other = new Desk(await desk.page.context().newPage());
  await other.page.goto('/');
  await other.ready();
  await other.grid('collectOrder').loaded();
  return [desk, other];
}

const working = async (product: Product): Promise<string> => {
  const api = await product.as('operator');
  const [layout] = await api.call<{ id: string }[]>('layout/list');
  return JSON.stringify(await api.call(`layout/detail?id=${layout!.id}`));
};

test('two windows on one layout: filters on one side and panels on the other are both kept, unasked', async ({
  open,
  product,
}) => {
  const [desk, other] = await twoWindows(() => open());
  await other.panel('collectOrder').locator('.any-id input').fill('C26112');
  await expect.poll(() => working(product)).toContain('C26112');
  await desk.page.bringToFront();
  await desk.openView('merchant');
  await desk.saved();
  // The other window did not see the new panel; its filters still reach the server, and the panel stays.
  await other.page.bringToFront();
  await other.panel('collectOrder').locator('.any-id input').fill('C26113');
  await expect.poll(() => working(product)).toContain('C26113');
  expect(await working(product)).toContain('merchant\\"');
  for (const window of [desk, other]) await expect(window.banner('another window')).toHaveCount(0);
  await other.page.reload();
  await other.ready();
  await expect(other.tab('Merchants')).toBeVisible();
});

test('two windows on one layout: the one that is asked may keep its own', async ({ open, product }) => {
  const [desk, other] = await twoWindows(() => open());
  await other.openView('merchant');
  await other.saved();
  await desk.page.bringToFront();
  await desk.openView('upstream');
  await desk.banner('was changed in another window').getByRole('button', { name: 'Keep mine' }).click();
  await expect(desk.toast('This window’s layout is kept')).toBeVisible();
  await expect(desk.banner('another window')).toHaveCount(0);
  await expect(desk.tab('Upstreams')).toBeVisible();
  await expect.poll(() => working(product)).toContain('upstream\\"');
  expect(await working(product)).not.toContain('merchant\\"');
});

test('layouts that could not be loaded are not overwritten, and come when the server answers again', async ({
  open,
  page,
  product,
}) => {
  test.slow();
  const desk = await open();
  await desk.openView('merchant');
  await desk.press('Control+s');
  await expect(desk.toast('Layout My desk saved')).toBeVisible();
  // A grid that has just come saves its place by itself.
  await desk.saved();
  const before = await working(product);
  await page.route('**/api/layout/list', (route) => route.abort());
  await page.reload();
  await desk.ready();
  await expect(desk.banner('could not be loaded')).toBeVisible();
  await expect(desk.layoutName()).toContainText('not loaded');
  await desk.openView('upstream');
  await desk.saved();
  await page.unroute('**/api/layout/list');
  expect(await working(product)).toBe(before);
  await desk.banner('could not be loaded').getByRole('button', { name: 'Load again' }).click();
  await expect(desk.tab('Merchants')).toBeVisible();
  await expect(desk.tab('Upstreams')).toHaveCount(0);
  const api = await product.as('operator');
  const list = await api.call<{ kind: string }[]>('layout/list');
  expect(list.filter(({ kind }) => kind === 'workspace')).toHaveLength(1);
});

test('the report of a repair names what was lost and gives the original back', async ({ page, product }) => {
  const planted = BROKEN['with tabs twice, tabs of nothing and hostile keys']!;
  await product.plant('operator', planted);
  const desk = new Desk(page);
  await desk.signIn('operator');
  const report = desk.banner('was repaired');
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
