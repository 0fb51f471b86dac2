import { expect, test } from './fixtures.ts';
import { alone } from './envelope.ts';
import { WorkspacePage } from './workspacePage.ts';

/** W6, W7, W8 and W10: the dialog of layouts. */

/** The others of this run begin with what ships, even where a test ended early. */
test.afterEach(async ({ product }) => {
  const admin = await product.as('admin');
  const published = (await admin.call<{ id: string }[] | null>('layout/published')) ?? [];
  for (const { id } of published) await admin.command('layout/withdraw', { id });
});

const dialogOf = (workspace: WorkspacePage) => workspace.page.getByRole('dialog', { name: 'Layouts' });

test('W6, W8: layouts are seen before they are opened; an older version is compared and restored', {
  tag: '@long',
}, async ({ open }) => {
  const workspace = await open();
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout My desk saved')).toBeVisible();
  const before = await workspace.tabs().allInnerTexts();
  await workspace.openView('merchant');
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout My desk saved')).toBeVisible();
  await workspace.press('Control+Alt+o');
  const dialog = dialogOf(workspace);
  await expect(dialog.getByRole('option', { name: 'My desk' })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByRole('img', { name: 'My desk' }).first()).toHaveAccessibleName(/Merchants/);
  await dialog.getByRole('button', { name: 'Version 1' }).click();
  await expect(dialog.locator('.pd-marks')).toContainText('Gone Merchants');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog).toBeHidden();
  await expect(workspace.tabs()).toHaveText(before);
  await workspace.press('Control+Alt+z');
  await expect(workspace.tab('Merchants')).toBeVisible();
});

test('W10: a file is imported as a layout, and one that is not whole says what was lost', {
  tag: '@long',
}, async ({ open }) => {
  const workspace = await open();
  await workspace.press('Control+Alt+o');
  const dialog = dialogOf(workspace);
  const give = (name: string, text: string) =>
    dialog
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await give('broken.json', '{{{');
  await expect(dialog.getByRole('alert')).toContainText('broken.json is no layout that can be shown');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
  const half = JSON.parse(alone('merchant')) as { layout: { layout: { children: unknown[] } } };
  half.layout.layout.children.push({ type: 'tabset', children: [{ type: 'tab', id: 'nowhere' }] });
  await give('half.json', JSON.stringify(half));
  await expect(dialog.getByRole('alert')).toContainText('problems found: 1');
  await give('layout.json', alone('merchant'));
  await expect(dialog.getByText('layout.json can be imported as it is')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(workspace.tabs()).toHaveText(['Merchants']);
  await expect(workspace.layoutName()).toContainText('Planted');
});

test('W7: a layout published to a role is everybody’s default, and its next version is reviewed over own changes', {
  tag: '@long',
}, async ({ open, browser, product }) => {
  test.slow();
  const elsewhere = await browser.newContext({
    baseURL: product.base,
    viewport: { width: 1600, height: 900 },
  });
  const admin = new WorkspacePage(await elsewhere.newPage());
  // What an earlier try left open would be no news in the next version.
  await product.forget('admin');
  await admin.enter('admin');
  const publishing = async (next?: string) => {
    await admin.press('Control+Alt+o');
    const dialog = dialogOf(admin);
    await dialog.getByRole('button', { name: 'Publish…' }).click();
    // However long the form is, its verb is in sight.
    await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport({ ratio: 1 });
    if (next) {
      await dialog.getByRole('button', { name: /^Publish as/ }).click();
      await admin.page.getByRole('menuitemradio', { name: next }).click();
    } else {
      await dialog.getByRole('textbox', { name: 'Layout name' }).fill('Night shift');
      await dialog.getByRole('combobox', { name: 'A role' }).fill('Operators');
      await admin.page
        .locator('.ant-select-item-option')
        .filter({ hasText: /^Operators/ })
        .click();
      await dialog.getByRole('checkbox', { name: /Default/ }).check();
    }
    await expect(dialog.getByRole('heading', { name: /^Publish / })).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(admin.toast('Night shift is published')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  };
  await admin.openView('upstream');
  await admin.press('Control+s');
  await expect(admin.toast('saved')).toBeVisible();
  await publishing();

  const workspace = await open();
  await expect(workspace.tab('Upstreams')).toBeVisible();
  await workspace.openView('merchant');
  await workspace.press('Control+s');
  await expect(workspace.toast('saved')).toBeVisible();
  await workspace.saved();

  await admin.openView('channel');
  // The next one is of this save.
  await expect(admin.toast('saved')).toHaveCount(0);
  await admin.press('Control+s');
  await expect(admin.toast('saved')).toBeVisible();
  await publishing('Night shift, version 2');

  await workspace.page.reload();
  await workspace.ready();
  const banner = workspace.banner('published a new version of Night shift');
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Review' }).click();
  const review = workspace.page.getByRole('dialog', { name: 'Review' });
  await expect(review.locator('.pd-marks')).toContainText('New Channels');
  await expect(review.locator('.pd-marks')).not.toContainText('Merchants');
  await review.getByRole('button', { name: 'Take in' }).click();
  await expect(workspace.tab('Channels')).toBeVisible();
  await expect(workspace.tab('Merchants')).toBeVisible();
  await expect(banner).toHaveCount(0);
  await workspace.saved();
  await workspace.page.reload();
  await workspace.ready();
  await expect(workspace.tab('Channels')).toBeVisible();
  await expect(workspace.banner('published a new version')).toHaveCount(0);
  await admin.press('Control+Alt+o');
  await dialogOf(admin)
    .getByRole('option', { name: /Night shift/ })
    .click();
  await dialogOf(admin).getByRole('button', { name: 'Withdraw' }).click();
  await expect(admin.toast('Night shift is withdrawn')).toBeVisible();
  await elsewhere.close();
});
