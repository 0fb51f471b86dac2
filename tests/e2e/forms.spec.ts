import type { Locator } from '@playwright/test';
import { type Client, signIn } from '../support/client.ts';
import type { WorkspacePage } from './workspacePage.ts';
import { expect, test } from './fixtures.ts';
import { rowsOf } from './orders.ts';

const stamp = Date.now().toString(36);

async function view(workspace: WorkspacePage, name: string): Promise<{ panel: Locator; form: Locator }> {
  const panel = await workspace.openView(name);
  await workspace.grid(name).loaded();
  await workspace.activate(name);
  return { panel, form: panel.getByRole('dialog') };
}

/** What a picker of the resource offers, in the language of the screen. */
const optionsOf = (api: Client, resource: string) =>
  api.call<{ value: string; label: string }[]>(`${resource}/options`, { keyword: '', limit: 50 });

const field = (form: Locator, label: string): Locator => form.getByLabel(label, { exact: true });

/** Chooses the first entry of a select whose words begin so. */
async function pick(form: Locator, label: string, words: string): Promise<void> {
  await field(form, label).click();
  await field(form, label).pressSequentially(words);
  await form.page().locator('.ant-select-item-option').filter({ hasText: words }).first().click();
}

test('a role is granted menus in the tree: a button brings its view and area along', async ({
  open,
  product,
}) => {
  const workspace = await open('admin', { only: 'sysConfig' });
  const api = await product.as('admin');
  const { form } = await view(workspace, 'sysRole');
  await workspace.press('n');
  await field(form, 'Role name').fill(`Readers ${stamp}`);
  await field(form, 'Role code').fill(`readers_${stamp}`);
  await form.getByRole('searchbox', { name: 'Search' }).fill('Callbacks');
  const line = form.locator('.menu-line').filter({ hasText: 'Callbacks' });
  await line.getByRole('checkbox', { name: 'View' }).check();
  const half = (name: string) =>
    form
      .locator('.menu-line')
      .filter({ hasText: name })
      .first()
      .getByRole('checkbox')
      .first()
      .evaluate((box: HTMLInputElement) => box.indeterminate);
  expect(await half('Callbacks')).toBe(true);
  expect(await half('Orders')).toBe(true);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(workspace.toast('Operation successful')).toBeVisible();
  const { items } = await rowsOf<{ id: string; code: string }>(api, 'sysRole');
  const role = items.find(({ code }) => code === `readers_${stamp}`)!;
  const { menuIds } = await api.call<{ menuIds: string[] }>(`sysRole/detail?id=${role.id}`);
  const menus = await rowsOf<{ id: string; name: string | null; permission: string | null }>(
    api,
    'sysMenu',
    {},
    0,
    500,
  );
  const granted = menus.items.filter(({ id }) => menuIds.includes(id));
  expect(
    granted.map(({ name, permission }) => String(permission ?? name)).sort((a, b) => a.localeCompare(b)),
  ).toEqual(['callback', 'callback:page', 'order']);
});

test('each box of a role has its word, however narrow the form is', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('admin');
  const { form } = await view(workspace, 'sysRole');
  await workspace.grid('sysRole').choose(await workspace.grid('sysRole').loaded());
  await workspace.press('e');
  const picker = form.locator('.menu-picker');
  for (const [width, height] of [
    [1500, 850],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await picker.scrollIntoViewIfNeeded();
    const cut = await picker.evaluate((box) => {
      const edge = box.getBoundingClientRect().right;
      const parts = [...box.querySelectorAll('.menu-box, .menu-head > *')];
      return [box, ...box.querySelectorAll('.menu-tree')]
        .filter((each) => each.scrollWidth > each.clientWidth)
        .concat(parts.filter((each) => each.getBoundingClientRect().right > edge))
        .map((each) => each.textContent);
    });
    expect(cut).toEqual([]);
  }
});

test('letters typed ahead of a form that is on its way are no verbs for the rows behind', async ({
  open,
  page,
}) => {
  const workspace = await open('admin', { only: 'merchant' });
  const { panel, form } = await view(workspace, 'merchant');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/FormSheet-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await workspace.press('ArrowDown');
  await workspace.press('n');
  await expect(form).toHaveAttribute('aria-busy', 'true');
  // In the list this ticks the row.
  await workspace.press('x');
  release();
  await expect(form.getByRole('textbox').first()).toBeFocused();
  await expect(panel.locator('.grid-chosen')).toHaveCount(0);
  await workspace.press('Escape');
  await expect(form).toHaveCount(0);
  await workspace.press('x');
  await expect(panel.locator('.grid-chosen')).not.toHaveCount(0);
});

/** Reads the password off the sheet and closes it. */
async function readSecret(workspace: WorkspacePage, panel: Locator, account: string): Promise<string> {
  const sheet = panel.getByRole('dialog', { name: `First password of ${account}` });
  const shown = sheet.locator('.secret');
  await expect(shown).toHaveText(/\S{8,}/);
  const password = (await shown.innerText()).trim();
  await expect(sheet.getByRole('button', { name: /^Copy password/ })).toBeEnabled();
  await expect(workspace.page.locator('.ant-message, .ant-notification').getByText(password)).toHaveCount(0);
  await workspace.press('Escape');
  await expect(workspace.page.getByText(password)).toHaveCount(0);
  return password;
}

test('a new account and a reset show the one-time password once, and it signs in', { tag: '@long' }, async ({
  open,
  product,
}) => {
  // Five sign-ins and as many hashes of a password.
  test.slow();
  const workspace = await open('admin', { only: 'sysConfig' });
  const account = `lin_${stamp}`;
  const { panel, form } = await view(workspace, 'sysUser');
  await workspace.press('n');
  await field(form, 'Account').fill(account);
  await field(form, 'Real name').fill('Lin Yue');
  await field(form, 'Phone').fill('9876543210');
  for (const [label, resource] of [
    ['Organisation', 'sysOrg'],
    ['Position', 'sysPos'],
  ] as const) {
    const [first] = await optionsOf(await product.as('admin'), resource);
    await pick(form, label, first!.label);
  }
  await form.getByRole('button', { name: 'Save' }).click();
  const first = await readSecret(workspace, panel, account);
  await signIn(product.base, account, first);
  await panel.locator('.any-id input').fill(account);
  await expect(workspace.grid('sysUser').at(1)).toHaveCount(0);
  await workspace.grid('sysUser').choose(await workspace.grid('sysUser').loaded());
  await panel.getByRole('button', { name: /^Reset password/ }).click();
  await panel
    .getByRole('dialog')
    .getByRole('button', { name: /^Reset the password of 1 account/ })
    .click();
  const second = await readSecret(workspace, panel, account);
  expect(second).not.toBe(first);
  await signIn(product.base, account, second);
  await expect(signIn(product.base, account, first)).rejects.toThrow();
});

test('roles of a user are picked by name, and an edit starts from those it has', { tag: '@long' }, async ({
  open,
  product,
}) => {
  const workspace = await open('admin', { only: 'sysConfig' });
  const api = await product.as('admin');
  const { panel, form } = await view(workspace, 'sysUser');
  await panel.locator('.any-id input').fill('wangfang');
  const grid = workspace.grid('sysUser');
  await expect(grid.at(1)).toHaveCount(0);
  const id = await grid.loaded();
  const before = await api.call<{ roleIds: string[] }>(`sysUser/detail?id=${id}`);
  const roles = await optionsOf(api, 'sysRole');
  await grid.choose(id);
  await workspace.press('e');
  const picked = form.locator('.ant-select-selection-item');
  for (const role of before.roleIds)
    await expect(picked.filter({ hasText: roles.find((each) => each.value === role)!.label })).toBeVisible();
  const more = roles.find((each) => !before.roleIds.includes(each.value))!;
  await pick(form, 'Roles', more.label);
  await workspace.press('Escape');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(workspace.toast('Operation successful')).toBeVisible();
  const after = await api.call<{ roleIds: string[] }>(`sysUser/detail?id=${id}`);
  expect([...after.roleIds].sort()).toEqual([...before.roleIds, more.value].sort());
});

test('a role that is not for a merchant’s people is greyed with the reason, and so is a verb for a role that they hold', {
  tag: '@long',
}, async ({ open, product }) => {
  const workspace = await open('admin', { only: 'sysConfig' });
  const api = await product.as('admin');
  const { panel, form } = await view(workspace, 'sysUser');
  await panel.locator('.any-id input').fill('merchant');
  const users = workspace.grid('sysUser');
  await expect(users.at(1)).toHaveCount(0);
  await users.choose(await users.loaded());
  await workspace.press('e');
  await field(form, 'Roles').click();
  await field(form, 'Roles').pressSequentially('Finance');
  const option = form.page().locator('.ant-select-item-option').filter({ hasText: 'Finance' }).first();
  await expect(option).toContainText(/Not for users of a merchant: .* and \d+ more/);
  await expect(option).toHaveAttribute('aria-disabled', 'true');
  await workspace.press('Escape');
  await form.getByRole('button', { name: 'Cancel' }).click();

  const person = (await rowsOf<{ id: string; account: string }>(api, 'sysUser')).items.find(
    ({ account }) => account === 'wangfang',
  )!;
  await panel.locator('.any-id input').fill(person.account);
  await expect(users.row(person.id)).toBeVisible();
  await users.choose(person.id);
  await workspace.press('e');
  const [merchant] = await optionsOf(api, 'merchant');
  await pick(form, 'Merchant', merchant!.label);
  // One for each role that the account has by then.
  await expect(form.getByRole('alert').first()).toContainText('Not for users of');
  await form.getByRole('button', { name: 'Cancel' }).click();

  const { id } = (await rowsOf<{ id: string; code: string }>(api, 'sysRole')).items.find(
    ({ code }) => code === 'merchant',
  )!;
  const roles = await view(workspace, 'sysRole');
  await workspace.grid('sysRole').choose(id);
  await workspace.press('e');
  await roles.form.getByRole('searchbox', { name: 'Search' }).fill('Orders');
  const line = roles.form
    .locator('.menu-line')
    .filter({ has: form.page().getByRole('checkbox', { name: 'Settle', exact: true }) })
    .first();
  await expect(line.getByRole('checkbox', { name: 'Settle', exact: true })).toBeDisabled();
  await expect(line.locator('.menu-unfit').first()).toHaveAttribute('title', /who hold this role$/);
  await expect(line.getByRole('checkbox', { name: 'View', exact: true })).toBeEnabled();
});

test('JSON is judged while it is typed and refused with the field named', { tag: '@long' }, async ({
  open,
}) => {
  const workspace = await open('admin', { only: 'sysConfig' });
  const { panel, form } = await view(workspace, 'merchant');
  await workspace.grid('merchant').choose(await workspace.grid('merchant').loaded());
  await workspace.press('e');
  await field(form, 'Merchant config').fill('{\n  "notifyOn": [\n}');
  await expect(form.getByText('Not valid JSON: line 3, column 1')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(
    form.getByText('Form has 1 validation failures, please modify and submit again'),
  ).toBeVisible();
  await expect(form.getByText('Merchant config must be valid JSON')).toBeVisible();
  await field(form, 'Merchant config').fill('{"notifyOn":["success"]}');
  await expect(form.getByText('Valid JSON', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Format' }).click();
  await expect(field(form, 'Merchant config')).toHaveValue(/\n {2}"notifyOn"/);
  await expect(panel).toBeVisible();
});

test('a form says what is missing in the words of the product, and starts with what is usual', async ({
  open,
}) => {
  test.slow();
  const workspace = await open('admin', { only: 'sysConfig' });
  const { form } = await view(workspace, 'channelBinding');
  await workspace.press('n');
  await expect(form.locator('.ant-form-item').filter({ hasText: 'Status' })).toContainText('Enabled');
  await expect(field(form, 'Fixed fee')).toHaveValue('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please select Merchant!')).toBeVisible();
  await expect(form.getByText('Please enter Rate!')).toBeVisible();
  const texts = await form.locator('.ant-form-item-explain-error').count();
  await expect(
    form.getByText(`Form has ${texts} validation failures, please modify and submit again`),
  ).toBeVisible();
  await field(form, 'Rate').fill('0.018');
  await expect(form.getByText('Please enter Rate!')).toHaveCount(0);
  await expect(form.getByText(`Form has ${texts - 1} validation failures`)).toBeVisible();
  await expect(
    form.locator('.ant-form-item').filter({ has: workspace.page.getByLabel('Rate', { exact: true }) }),
  ).toContainText('1.8 %');
});

test('what is deleted is called by its name', { tag: '@long' }, async ({ open, product }) => {
  const workspace = await open('admin', { only: 'sysConfig' });
  const api = await product.as('admin');
  const name = `Night shift ${stamp}`;
  await api.command('sysPos/add', { name, status: 1, orderNo: 900 });
  const { panel, form } = await view(workspace, 'sysPos');
  const row = panel.locator('[row-id]').filter({ hasText: name });
  await row.locator('[col-id="name"]').first().click();
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await workspace.page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(form).toHaveAccessibleName(`Delete ${name}`);
  await form.getByRole('button', { name: /^Delete 1 record/ }).click();
  await expect(workspace.toast('Delete successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
});
