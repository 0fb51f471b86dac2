import { expect, test } from './fixtures.ts';

test('the language changes everywhere at once, without a reload, and is remembered', async ({
  open,
  page,
}) => {
  const workspace = await open();
  const same = await workspace.mark();
  await workspace.grid('collectOrder').loaded();
  await expect(page.getByRole('columnheader', { name: 'Merchant', exact: true }).first()).toBeVisible();
  for (const [from, to, tab, column, claim, choose] of [
    [/^Language EN/, '简体中文', '代收订单', '商户', '认领', '选择'],
    [/简$/, '繁體中文', '代收訂單', '商戶', '認領', '選擇'],
  ] as const) {
    await page.locator('.topbar').getByRole('button', { name: from }).click();
    await page.getByRole('menuitemradio', { name: to }).click();
    await expect(workspace.tab(tab)).toBeVisible();
    await expect(
      workspace.panel('collectOrder').getByRole('columnheader', { name: column, exact: true }),
    ).toBeVisible();
    await expect(
      workspace.panel('collectOrder').locator('[data-command="collectOrder.claim"]'),
    ).toContainText(claim);
    await expect(page).toHaveTitle(`${tab} - Paydesk`);
    await expect(workspace.panel('collectOrder')).toHaveAccessibleName(tab);
    await expect(workspace.panel('collectOrder').locator('.grid-check-all')).toHaveAttribute(
      'title',
      new RegExp(choose),
    );
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW');
  expect(await same()).toBe(true);
  await page.reload();
  await workspace.ready();
  await expect(workspace.tab('代收訂單')).toBeVisible();
});

test('a refusal speaks the language that was chosen a moment ago', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.grid('collectOrder').loaded();
  await page
    .locator('.topbar')
    .getByRole('button', { name: /^Language EN/ })
    .click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(workspace.tab('代收订单')).toBeVisible();
  // Of a list without rows none is meant.
  const { panel } = workspace.grid('collectOrder');
  await panel.locator('.any-id input').fill('no-such-number');
  await expect(panel.getByRole('button', { name: '清除筛选条件', exact: true })).toBeVisible();
  await workspace.activate('collectOrder');
  await workspace.press('c');
  await expect(workspace.toast(/^请选择/)).toBeVisible();
});

test('the theme repaints grid, panels and charts without a reload', async ({ open, page }) => {
  const workspace = await open();
  const same = await workspace.mark();
  await workspace.grid('collectOrder').loaded();
  const colours = () =>
    page.evaluate(() =>
      [
        'body',
        '[data-view="collectOrder"] .ag-row',
        '[data-view="collectOrder"] .ag-header',
        '.flexlayout__tabset_tabbar_outer',
      ].map((selector) => {
        const element = document.querySelector(selector)!;
        return [getComputedStyle(element).backgroundColor, getComputedStyle(element).color].join();
      }),
    );
  const dark = await colours();
  await page
    .locator('.topbar')
    .getByRole('button', { name: /^Theme/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect
    .poll(async () => (await colours()).filter((colour, index) => colour === dark[index]))
    .toEqual([]);
  expect(await same()).toBe(true);
  await page.reload();
  await workspace.ready();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('three sizes change the height of a row', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const small = await grid.rowHeight();
  expect(small).toBe(26);
  await workspace.press('Control+,');
  const drawer = page.getByRole('dialog', { name: 'Theme and settings' });
  const heights = [small];
  for (const size of ['Default', 'Large']) {
    await drawer.getByText(size, { exact: true }).last().click();
    await expect.poll(() => grid.rowHeight()).toBeGreaterThan(heights.at(-1)!);
    heights.push(await grid.rowHeight());
  }
  await drawer.getByText('Small', { exact: true }).click();
  await expect.poll(() => grid.rowHeight()).toBe(26);
});

test('a hint in the drawer stands with its own setting', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.press('Control+,');
  const rows = page.getByRole('dialog', { name: 'Theme and settings' }).locator('.setting');
  await expect(rows.first()).toBeVisible();
  const span = (name: string, part: string) =>
    rows.filter({ hasText: name }).locator(part).first().boundingBox();
  const between = async (above: string, below: string, part: string) => {
    const [upper, lower] = [(await span(above, part))!, (await span(below, part))!];
    return lower.y - upper.y - upper.height;
  };
  const usual = await between('Tags style', 'Animation of a view', '.choice');
  expect(await between('Menu width', 'Logo height', 'label')).toBeGreaterThanOrEqual(usual - 1);
  expect(await between('Logo height', 'Menu entry height', 'label')).toBeGreaterThanOrEqual(usual - 1);
});
