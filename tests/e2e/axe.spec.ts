import { findings } from './axe.ts';
import { WorkspacePage } from './workspacePage.ts';
import { expect, test } from './fixtures.ts';
import { sampled } from './sample.ts';

const PHONE = { width: 360, height: 740 };
const RUNS = [
  { name: 'light', theme: 'light', size: { width: 1600, height: 900 } },
  { name: 'dark', theme: 'dark', size: { width: 1600, height: 900 } },
  { name: '360 px, dark', theme: 'dark', size: PHONE },
  { name: '360 px, light', theme: 'light', size: PHONE },
] as const;

for (const { name, theme, size } of RUNS) {
  test.describe(name, () => {
    test.use({ viewport: size });

    test('sign-in page', sampled(size !== PHONE), async ({ page }) => {
      await new WorkspacePage(page).choose({ theme });
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Please enter account!')).toBeVisible();
      expect(await findings(page, theme)).toEqual([]);
    });

    test(
      'shell with dashboard, then orders',
      sampled(name === 'light' || name === '360 px, dark'),
      async ({ open, page }) => {
        const workspace = await open('operator', { theme });
        if (size === PHONE) {
          await page.locator('.ws-phone-title').click();
          await page.locator('.ws-phone-list').getByRole('button', { name: 'Home', exact: true }).click();
        }
        await expect(workspace.panel('dashboard').locator('canvas, svg, table').first()).toBeVisible();
        expect(await findings(page, theme)).toEqual([]);
        if (size === PHONE) {
          await page.locator('.ws-phone-title').click();
          await page
            .locator('.ws-phone-list')
            .getByRole('button', { name: 'Collection orders', exact: true })
            .click();
        } else {
          await workspace.activate('collectOrder');
          await workspace.press('Alt+Enter');
          await expect(workspace.panel('dashboard')).toBeHidden();
        }
        const id = await workspace.grid('collectOrder').loaded();
        await workspace
          .grid('collectOrder')
          .row(id)
          .locator('[col-id="orderNo"]')
          .click({ position: { x: 20, y: 10 } });
        await workspace.press('Space');
        await expect(page.getByRole('heading', { name: 'Timeline' })).toBeAttached();
        expect(await findings(page, theme)).toEqual([]);
      },
    );
  });
}

for (const theme of ['light', 'dark'] as const)
  test(`dialogs of a dashboard and what alerts are looked into with (${theme})`, { tag: '@long' }, async ({
    open,
    page,
  }) => {
    test.slow();
    const workspace = await open('admin', { theme, address: '/dashboard/home' });
    const board = page.locator('[data-view="dashboard"]:visible');
    await expect(board.locator('.dash-strip')).toBeVisible();
    const dialogs = [
      {
        name: 'Add widget',
        ask: async () => {
          await board.locator('.dash').focus();
          await workspace.press('a');
        },
      },
      {
        name: /: settings$/,
        ask: async () => {
          await board.getByRole('button', { name: 'Actions of Platform daily overview' }).click();
          await page.getByRole('menuitem', { name: 'Settings…' }).click();
          await page.getByRole('checkbox', { name: 'Period' }).uncheck();
        },
      },
      {
        name: 'Dashboards',
        ask: async () => {
          await board.locator('.dash').focus();
          await workspace.press('b');
        },
      },
    ];
    for (const { name, ask } of dialogs) {
      await ask();
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      expect(await findings(page, theme)).toEqual([]);
      await workspace.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await workspace.activate('alertIncident');
    await workspace.grid('alertIncident').loaded();
    expect(await findings(page, theme)).toEqual([]);
    await workspace.press('i');
    await expect(workspace.panel('incidentChart').locator('canvas, svg').first()).toBeVisible();
    expect(await findings(page, theme)).toEqual([]);
  });
