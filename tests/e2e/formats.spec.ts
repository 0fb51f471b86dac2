import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('W34 a person colours cells and rows by rules, which stay with the panel', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.panel.getByRole('button', { name: 'Conditional formats' }).click();
  const dialog = grid.panel.getByRole('dialog', { name: /^Conditional formats/ });
  await dialog.getByRole('button', { name: 'Add a rule' }).click();
  const rule = dialog.locator('.format-rule').first();
  await expect(rule.getByRole('button', { name: /^Field:/ })).toBeFocused();
  const choose = async (within: Locator, name: string, text: string) => {
    await within.getByRole('button', { name: new RegExp(`^${name}(:|$)`) }).click();
    await within.getByRole('menuitemradio', { name: text, exact: true }).click();
  };
  await choose(rule, 'Field', 'Amount');
  await rule.getByRole('textbox', { name: 'Value' }).fill('20,000');
  await choose(rule, 'Colour', 'Red');
  // The list is the preview.
  const cells = grid.panel.locator('.grid-body [col-id="amount"]');
  const wrong = () =>
    cells.evaluateAll((all) =>
      all
        .filter((cell) => (cell as HTMLElement).checkVisibility() && cell.textContent !== '')
        .map(
          (cell) =>
            [Number(cell.textContent!.replaceAll(',', '')), (cell as HTMLElement).dataset.tone] as const,
        )
        .filter(([amount, tone]) => amount > 20_000 !== (tone === 'danger')),
    );
  await expect
    .poll(() => grid.panel.locator('[col-id="amount"][data-tone="danger"]').count())
    .toBeGreaterThan(0);
  expect(await wrong()).toEqual([]);
  await expect(rule.locator('.format-preview')).toHaveText(/^\d+ of \d+ loaded$/);

  await dialog.getByRole('button', { name: 'Add a rule' }).click();
  const second = dialog.locator('.format-rule').nth(1);
  await choose(second, 'Field', 'Status');
  await choose(second, 'Value', 'Success');
  await choose(second, 'What is coloured', 'Row');
  await workspace.press('Escape');
  const rows = grid.panel.locator('.grid-body > [data-tone="warning"]');
  await expect.poll(() => rows.count()).toBeGreaterThan(0);
  for (const row of await rows.all()) await expect(row.locator('[col-id="status"]')).toHaveText('Success');
  // Rows that are shown at another place have the look of what they show there.
  await grid.scrollTo(300);
  await expect(grid.at(305)).toHaveAttribute('row-id', /^\d{6,}$/);
  expect(await wrong()).toEqual([]);
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect
    .poll(() => grid.panel.locator('[col-id="amount"][data-tone="danger"]').count())
    .toBeGreaterThan(0);
  await grid.panel.getByRole('button', { name: 'Conditional formats (2)' }).click();
  await dialog.getByRole('button', { name: 'Remove the rule' }).first().click();
  await dialog.getByRole('button', { name: 'Remove the rule' }).first().click();
  await expect(grid.panel.locator('.grid-body [data-tone]')).toHaveCount(0);
});
