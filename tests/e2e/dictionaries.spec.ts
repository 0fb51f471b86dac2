import { expect, test } from './fixtures.ts';

/** Dictionaries left, the items of the chosen one right. */

test('an administrator chooses a dictionary and adds an item to it', async ({ open, product }) => {
  const api = await product.as('admin');
  const code = `shirt${Date.now()}`;
  const { id } = await api.command<{ id: string }>('sysDictType/add', {
    name: code,
    code,
    status: 1,
    orderNo: 1,
  });
  await api.command('sysDictData/add', {
    dictTypeId: id,
    label: 'Large',
    value: 'L',
    code: 'large',
    tagType: 'success',
  });
  const workspace = await open('admin', { only: 'sysDictType' });
  const view = workspace.panel('sysDictType');
  const [types, items] = [view.locator('[data-side="types"]'), view.locator('[data-side="items"]')];
  await types.getByRole('gridcell', { name: code }).first().click();
  await expect(items.locator('.pd-tag-success', { hasText: 'Large' })).toBeVisible();
  // The other list by its key, and a new item of the dictionary that is shown.
  await workspace.page.keyboard.press('w');
  await workspace.page.keyboard.press('n');
  const form = view.locator('.dicts-aside');
  await form.getByLabel('Label').fill('Small');
  await form.getByLabel('Value').fill('S');
  await form.getByLabel('Code').fill('small');
  await workspace.page.keyboard.press('Control+Enter');
  await expect(items.locator('.pd-tag', { hasText: 'Small' })).toBeVisible();
  expect(await api.call(`sysDictData/dataList/${code}`)).toMatchObject([{ code: 'L' }, { code: 'S' }]);
});
