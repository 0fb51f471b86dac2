import { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';

const tabset = (...ids: string[]) => ({
  type: 'tabset',
  weight: 50,
  children: ids.map((id) => ({ type: 'tab', id })),
});
const panel = (view: string) => ({ view, version: 1, args: {}, state: null });
const envelope = (children: unknown, panels: Record<string, unknown>, rest: object = {}) =>
  JSON.stringify({
    schema: 2,
    id: '',
    name: 'Planted',
    layout: { layout: { type: 'row', children }, subLayouts: {} },
    links: {},
    panels,
    ...rest,
  });

/** A stored layout of the operator whose working copy is `working`. */
async function plant(product: Product, working: string): Promise<void> {
  await product.forget('operator');
  const api = await product.as('operator');
  const saved = await api.call<{ id: string; version: number }>('layout/save', {
    name: 'Planted',
    kind: 'workspace',
    baseline: null,
    working,
    version: 0,
  });
  await api.call('layout/activate', { id: saved.id });
}

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
    await plant(product, working);
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

test('a view that no longer exists becomes a card in its place', async ({ page, product }) => {
  await plant(
    product,
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
  await plant(
    product,
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
  const banner = (window: Desk) =>
    window.page.locator('.ws-banner').filter({ hasText: 'was changed in another window' });
  await expect.poll(async () => (await banner(desk).count()) + (await banner(other).count())).toBe(1);
  const [asked, mine, theirs] =
    (await banner(desk).count()) === 1 ? [desk, 'Upstreams', 'Merchants'] : [other, 'Merchants', 'Upstreams'];
  await asked.page.bringToFront();
  await banner(asked).getByRole('button', { name: 'Take theirs' }).click();
  await expect(asked.tab(theirs)).toBeVisible();
  await expect(asked.tab(mine)).toHaveCount(0);
  await expect(banner(asked)).toBeHidden();
});
