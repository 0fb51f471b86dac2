import { expect, test } from './fixtures.ts';

/** An embedded page is a tab like any other: its own name, its own address, and one of each page. */

const ADDRESS = '/platform/job/dashboard';

test('the board of jobs is a page of its own address, by its name in tab and window', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('admin', { only: 'collectOrder', address: ADDRESS });
  const board = workspace.tab('Job board');
  await expect(board).toBeVisible();
  await expect(page).toHaveTitle(/^Job board - /);
  await expect(page).toHaveURL(new RegExp(`${ADDRESS}$`));
  await expect(workspace.panel('embed').locator('iframe')).toHaveAttribute('src', /\/schedule$/);

  // The address of another tab, and back by the browser: the same tab again.
  await workspace.activate('collectOrder');
  await expect(page).toHaveURL(/collectOrder|orders/i);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${ADDRESS}$`));
  await expect(page).toHaveTitle(/^Job board - /);
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(board).toHaveCount(1);
  await expect(page).toHaveTitle(/^Job board - /);

  // By its name in the palette, it is the tab that is there.
  await workspace.activate('collectOrder');
  await page.goto(ADDRESS);
  await workspace.ready();
  await expect(board).toHaveCount(1);
  await expect(workspace.tabs()).toHaveCount(2);

  await workspace.command('简体中文');
  await expect(workspace.tab('任务看板')).toBeVisible();
  await expect(page).toHaveTitle(/^任务看板 - /);
});

test('a tab renamed in one language keeps its names in the others', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.grid('collectOrder').loaded();
  const rename = async (name: string): Promise<void> => {
    await workspace.activate('collectOrder');
    await workspace.press('F2');
    await page.locator('.ws-tab-input').fill(name);
    await page.locator('.ws-tab-input').press('Enter');
  };
  const speak = (name: string) => workspace.command(name);
  await rename('Night shift');
  await expect(workspace.tab('Night shift')).toBeVisible();
  await speak('简体中文');
  // Nobody has named it in Chinese: it is told from its neighbours by the name it has.
  await expect(workspace.tab('Night shift')).toBeVisible();
  await rename('夜班');
  await expect(workspace.tab('夜班')).toBeVisible();
  await workspace.saved();
  const api = await product.as('operator');
  const [layout] = await api.call<{ id: string }[]>('layout/list');
  const { working } = await api.call<{ working: string }>(`layout/detail?id=${layout!.id}`);
  const { panels } = JSON.parse(working) as { panels: Record<string, { name?: string }> };
  expect(JSON.parse(panels['alone']!.name!)).toEqual({ en: 'Night shift', 'zh-cn': '夜班' });
  await speak('English');
  await expect(workspace.tab('Night shift')).toBeVisible();
  // An empty name is that of the view, in this language alone.
  await rename('');
  await expect(workspace.tab('Collection orders')).toBeVisible();
  await speak('简体中文');
  await expect(workspace.tab('夜班')).toBeVisible();
});
