import { expect, test } from './fixtures.ts';

test('the palette mounts what is in sight, and its keys reach the first and the last', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('admin', { only: 'collectOrder' });
  await workspace.grid('collectOrder').loaded();
  await workspace.press('Control+k');
  const options = page.getByRole('dialog').getByRole('option');
  const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
  await expect(chosen).toHaveAttribute('aria-posinset', '1');
  const total = Number(await chosen.getAttribute('aria-setsize'));
  expect(total).toBeGreaterThan(60);
  expect(await options.count()).toBeLessThan(60);
  await workspace.press('PageDown');
  await expect(chosen).toHaveAttribute('aria-posinset', '11');
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await workspace.press('End');
  await expect.poll(async () => Number(await chosen.getAttribute('aria-posinset'))).toBeGreaterThan(60);
  await expect(chosen).toBeInViewport({ ratio: 1 });
  expect(await options.count()).toBeLessThan(60);
  await workspace.press('ArrowDown');
  await expect(chosen).toHaveAttribute('aria-posinset', '1');
  await expect(chosen).toBeInViewport({ ratio: 1 });
  // The heading above the first option is seen with it.
  await expect(page.getByRole('dialog').locator('.palette-heading').first()).toBeInViewport({ ratio: 1 });
});

test('a filter of 5,000 options is walked from end to end by keys', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const result = Array.from({ length: 5_000 }, (_, index) => ({
    value: String(900_000 + index),
    label: `Merchant ${index}`,
  }));
  await page.route('**/api/merchant/options', (route) =>
    route.fulfill({ json: { code: 200, type: 'success', message: '', result, extras: null, time: '' } }),
  );
  await grid.panel.locator('.chip-face', { hasText: /^Merchant/ }).focus();
  await page.keyboard.press('Enter');
  const pop = page.locator('.pop:popover-open');
  await expect(pop.locator('.pop-search')).toBeFocused();
  await expect(pop.getByText('Merchant 0', { exact: true })).toBeVisible();
  expect(await pop.getByRole('listitem').count()).toBeLessThan(60);
  const at = (index: number) => pop.getByRole('checkbox', { name: `Merchant ${index}`, exact: true });
  await page.keyboard.press('ArrowDown');
  await expect(at(0)).toBeFocused();
  await page.keyboard.press('End');
  await expect(at(4_999)).toBeFocused();
  await expect(at(4_999)).toBeInViewport({ ratio: 1 });
  expect(await pop.getByRole('listitem').count()).toBeLessThan(60);
  await page.keyboard.press('ArrowUp');
  await expect(at(4_998)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(at(4_998)).toBeChecked();
  await page.keyboard.press('PageUp');
  const focused = pop.locator('input:focus');
  await expect(focused).toBeInViewport({ ratio: 1 });
  await expect(at(4_998)).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(at(0)).toBeFocused();
  await expect(at(0)).toBeInViewport({ ratio: 1 });
  // Above the first row is the box that looks things up.
  await page.keyboard.press('ArrowUp');
  await expect(pop.locator('.pop-search')).toBeFocused();
});
