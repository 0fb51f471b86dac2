import { expect, test } from './fixtures.ts';

/** A new person is shown around, once. */

test('the tour goes on and back by keys, ends by Esc and is not offered again', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('admin', { only: 'dashboard' });
  await workspace.command('Take the tour');
  const tour = page.locator('.ant-tour');
  await expect(tour).toContainText('Every view of your work');
  await expect(tour).toContainText(/1 of \d/);
  await page.keyboard.press('ArrowRight');
  await expect(tour).toContainText('Panels are yours to arrange');
  await page.keyboard.press('ArrowLeft');
  await expect(tour).toContainText('Every view of your work');
  await page.keyboard.press('Escape');
  await expect(tour).toBeHidden();
  await workspace.saved();
  const settings = await (await product.as('admin')).call<Record<string, { value: unknown }>>(
    'userSetting/all',
  );
  expect(settings['tour']?.value).toBe('seen');
});
