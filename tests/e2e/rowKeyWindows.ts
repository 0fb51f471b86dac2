import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { Grid } from './grid.ts';
import { type Stage, type Way, scope } from './rowKeyWays.ts';

/** Ways into a list through tabs, bars and windows. */

async function popOut({ page, context, workspace }: Stage): Promise<Page> {
  const opened = context.waitForEvent('page');
  await workspace.press('Alt+p');
  const window = await opened;
  await new Grid(scope(window, 'list')).loaded();
  await expect(scope(page, 'list')).toHaveCount(0);
  return window;
}

export const WINDOW_WAYS: readonly Way[] = [
  {
    name: 'a tab, by its key',
    to: 'row',
    go: ({ workspace }) => workspace.press('Alt+PageDown'),
  },
  {
    name: 'a tab, with the mouse',
    to: 'row',
    go: ({ page }) => page.getByRole('tab').nth(1).click(),
  },
  {
    name: 'the tabs of a pane have the keyboard',
    to: 'row',
    go: ({ page }) => page.getByRole('tab').first().focus(),
  },
  {
    name: 'F6 through the parts of the window',
    to: 'row',
    async go({ workspace }) {
      await workspace.press('F6');
      await workspace.press('F6');
      await workspace.press('Shift+F6');
      await workspace.press('Shift+F6');
    },
  },
  {
    name: 'the top bar has the keyboard',
    to: 'none',
    isSilent: true,
    go: ({ page }) => page.locator('.topbar button').last().focus(),
  },
  {
    name: 'the status bar has the keyboard',
    to: 'row',
    go: ({ page }) => page.locator('.statusbar button').first().focus(),
  },
  {
    name: 'a counter of the status bar',
    to: 'row',
    async go({ api, page, order }) {
      await api.command('collectOrder/claim', { ids: [order.id] });
      await page.locator('.statusbar .status-item', { hasText: /claimed/ }).click();
    },
  },
  {
    name: 'a figure of the dashboard',
    to: 'none',
    isSilent: true,
    go: ({ page }) => scope(page, 'dash').locator('.fig button, .tile .line-button').first().click(),
  },
  { name: 'a window of its own', to: 'row', go: popOut },
  {
    name: 'the page that a window was taken from',
    to: 'none',
    isSilent: true,
    async go(stage) {
      await popOut(stage);
      await stage.page.bringToFront();
    },
  },
  {
    name: 'a window of its own, and back',
    to: 'row',
    async go(stage) {
      const window = await popOut(stage);
      await window.close();
      await expect(scope(stage.page, 'list')).toBeVisible();
    },
  },
  { name: 'a floating panel', to: 'row', go: ({ workspace }) => workspace.press('Alt+o') },
  {
    name: 'a panel over the whole workspace',
    to: 'row',
    go: ({ workspace }) => workspace.press('Alt+Enter'),
  },
  {
    name: 'a pane divided, and undo',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.press('Alt+-');
      await expect(page.getByRole('tablist')).toHaveCount(4);
      await workspace.press('Control+Alt+z');
    },
  },
  { name: 'a tab closed', to: 'row', go: ({ workspace }) => workspace.press('Alt+w') },
  {
    name: 'a reload',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.saved();
      await page.reload();
      await workspace.ready();
    },
  },
  {
    name: 'the way back of the browser',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.press('Alt+PageDown');
      await expect(page.locator('[data-scope="other"]')).toBeVisible();
      await page.goBack();
    },
  },
  {
    name: 'the rows scrolled away',
    to: 'row',
    async go({ list }) {
      await list.scrollTo(300);
      await expect(list.at(300)).toHaveAttribute('row-id', /^\d{6,}$/);
    },
  },
  {
    name: 'the menu of a row, left by Esc',
    to: 'row',
    async go({ page, workspace, list }) {
      await list.at(3).locator('[col-id="status"]').click({ button: 'right' });
      await expect(page.getByRole('menu', { name: 'Row' })).toBeVisible();
      await workspace.press('Escape');
    },
  },
  {
    name: 'the focus taken by nothing',
    to: 'row',
    go: ({ page }) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
  },
];
