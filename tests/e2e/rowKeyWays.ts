import type { BrowserContext, Page } from '@playwright/test';
import type { Client } from '../support/client.ts';
import { envelope, panel, tabset } from './envelope.ts';
import { expect } from './fixtures.ts';
import { Grid } from './grid.ts';
import { type Order, STATUS } from './orders.ts';
import type { Product } from './product.ts';
import type { WorkspacePage } from './workspacePage.ts';

/** Ways into a list through palette, peek, messages, dialogs and filters, for the test that presses a key at the end of each. */

export const FAILED = { status: [STATUS.failed] };

/** Two lists of orders behind each other, fund details of all orders below them, and a dashboard. */
export const LAYOUT = envelope(
  [{ type: 'row', weight: 70, children: [tabset('list', 'other'), tabset('funds')] }, tabset('dash')],
  {
    list: { ...panel('collectOrder'), args: FAILED },
    other: { ...panel('collectOrder'), args: { status: [STATUS.cancelled] } },
    funds: panel('fundDetail'),
    dash: panel('dashboard'),
  },
);

export interface Stage {
  workspace: WorkspacePage;
  page: Page;
  context: BrowserContext;
  product: Product;
  api: Client;
  list: Grid;
  /** A row that is not in view and that may be claimed. */
  order: Order;
}

export interface Way {
  name: string;
  go: (stage: Stage) => Promise<Page | void>;
  /** Where it leads: to the order that was looked for, to a row of a list, or to none of them. */
  to: 'order' | 'row' | 'none';
  /** Nothing is said where the keyboard is in a bar, a dialog, or a panel without such a key. */
  isSilent?: boolean;
  isSampled?: boolean;
}

export const scope = (page: Page, tabId: string) => page.locator(`[data-scope="${tabId}"]`);

async function palette({ page, workspace }: Stage, text: string, option?: string): Promise<void> {
  await workspace.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox');
  await box.fill(text);
  await expect(page.getByRole('option', { name: option ?? text }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  );
}

async function closeDialog({ page, workspace }: Stage, key: string): Promise<void> {
  await expect(page.getByRole('dialog').first()).toBeVisible();
  await workspace.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** A colleague mentions the person on the order: a message comes with the way there. */
async function mention({ product, page, order }: Stage) {
  const finance = await product.as('finance');
  await finance.command('orderNote/write', { subject: 'collectOrder', id: order.id, body: '@operator look' });
  const message = page.locator('.ant-notification-notice').filter({ hasText: order.orderNo });
  await expect(message).toBeVisible();
  return message;
}

export const LIST_WAYS: readonly Way[] = [
  { name: 'the panel opens', to: 'row', go: async () => undefined },
  {
    name: 'palette, by number and Enter',
    to: 'order',
    isSampled: true,
    async go(stage) {
      await palette(stage, stage.order.orderNo);
      await stage.workspace.press('Enter');
    },
  },
  {
    name: 'palette, by number, with the mouse',
    to: 'order',
    async go(stage) {
      await palette(stage, stage.order.orderNo);
      await stage.page.getByRole('option', { name: stage.order.orderNo }).first().click();
    },
  },
  {
    name: 'palette, by number, from another panel',
    to: 'order',
    async go(stage) {
      await scope(stage.page, 'dash').click({ position: { x: 4, y: 4 } });
      await palette(stage, stage.order.orderNo);
      await stage.workspace.press('Enter');
    },
  },
  {
    name: 'palette, by view',
    to: 'row',
    async go(stage) {
      await palette(stage, 'collection orders', 'Collection orders');
      await stage.workspace.press('Enter');
    },
  },
  {
    name: 'palette, left by Esc',
    to: 'row',
    async go(stage) {
      await stage.workspace.press('Control+k');
      await closeDialog(stage, 'Escape');
    },
  },
  {
    name: 'the order of a fund detail',
    to: 'row',
    async go({ page, workspace }) {
      await new Grid(scope(page, 'funds')).loaded();
      await scope(page, 'funds').locator('[row-index="0"] [col-id="amount"]').click();
      await workspace.press('o');
    },
  },
  {
    name: 'the fund details of an order, and F6 back',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.press('d');
      await expect(page.locator('[data-view="fundDetail"]:focus-within')).toBeVisible();
      await workspace.press('Shift+F6');
    },
  },
  {
    name: 'the fund details of an order',
    to: 'none',
    isSilent: true,
    async go({ page, workspace }) {
      await workspace.press('d');
      await expect(page.locator('[data-view="fundDetail"]:focus-within')).toBeVisible();
    },
  },
  {
    name: 'peek open',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.press('Space');
      await expect(page.getByRole('complementary', { name: 'Order', exact: true })).toBeVisible();
    },
  },
  {
    name: 'a press in the peek',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.press('Space');
      await page
        .getByRole('complementary', { name: 'Order', exact: true })
        .click({ position: { x: 20, y: 200 } });
    },
  },
  {
    name: 'peek closed by Esc',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.press('Space');
      const peek = page.getByRole('complementary', { name: 'Order', exact: true });
      await expect(peek).toBeVisible();
      await workspace.press('Escape');
      await expect(peek).toHaveCount(0);
    },
  },
  {
    name: 'peek closed by its cross',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.press('Space');
      const peek = page.getByRole('complementary', { name: 'Order', exact: true });
      await peek.getByRole('button', { name: 'Close' }).first().click();
      await expect(peek).toHaveCount(0);
    },
  },
  {
    name: 'the button of a message',
    to: 'order',
    async go(stage) {
      await (await mention(stage)).getByRole('button', { name: 'Open' }).click();
    },
  },
  {
    name: 'a message that is closed',
    to: 'row',
    isSampled: true,
    async go(stage) {
      const message = await mention(stage);
      await message.locator('.ant-notification-notice-close').click();
      await expect(message).toHaveCount(0);
    },
  },
  {
    name: 'a notice under the bell',
    to: 'order',
    async go(stage) {
      const { page, order } = stage;
      await (await mention(stage)).locator('.ant-notification-notice-close').click();
      await page.locator('.bell').click();
      await page.locator('.notices-open').filter({ hasText: order.orderNo }).click();
      await page.locator('.notices-alert').getByRole('button', { name: 'Open' }).click();
    },
  },
  {
    name: 'layouts, left by Esc',
    to: 'row',
    async go(stage) {
      await stage.workspace.press('Control+Alt+o');
      await closeDialog(stage, 'Escape');
    },
  },
  {
    name: 'settings, left by Esc',
    to: 'row',
    isSampled: true,
    async go({ page, workspace }) {
      await workspace.press('Control+,');
      await expect(page.getByRole('dialog').first()).toBeVisible();
      await workspace.press('Escape');
    },
  },
  {
    name: 'a name typed into a dialog, and Enter',
    to: 'row',
    async go(stage) {
      await stage.workspace.command('Duplicate layout');
      await closeDialog(stage, 'Enter');
    },
  },
  {
    name: 'keys, left by Esc',
    to: 'row',
    async go(stage) {
      await stage.workspace.press('?');
      await closeDialog(stage, 'Escape');
    },
  },
  {
    name: 'a tab renamed',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.press('F2');
      await page.keyboard.type('Mine');
      await workspace.press('Enter');
    },
  },
  {
    name: 'a sheet, left by Esc',
    to: 'row',
    async go({ page, workspace }) {
      await workspace.press('n');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'the filter, typed and Enter',
    to: 'order',
    isSampled: true,
    async go({ page, workspace, order }) {
      await workspace.press('/');
      await page.keyboard.type(order.orderNo);
      await workspace.press('Enter');
    },
  },
  {
    name: 'the filter, typed and cleared',
    to: 'row',
    async go({ page, workspace, list, order }) {
      await workspace.press('/');
      await page.keyboard.type(order.orderNo);
      await expect(list.at(0)).toHaveAttribute('row-id', order.id);
      await workspace.press('Escape');
    },
  },
  {
    name: 'a filter chosen with the mouse',
    to: 'row',
    async go({ page, list }) {
      await list.panel.locator('.chip-face', { hasText: /^Currency/ }).click();
      await page.locator('.pop:popover-open input[type=checkbox]').first().click();
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'a saved view',
    to: 'row',
    go: ({ list }) => list.panel.locator('.view-chip', { hasText: 'All' }).first().click(),
  },
  {
    name: 'a column sorted',
    to: 'row',
    go: ({ list }) => list.panel.locator('.ag-header-cell[col-id="amount"]').click(),
  },
  {
    name: 'a refresh',
    to: 'row',
    go: ({ workspace }) => workspace.press('r'),
  },
  {
    name: 'a live row that a colleague claims',
    to: 'none',
    async go({ product, list }) {
      const id = await list.panel.locator('.grid-cursor').getAttribute('row-id');
      await (await product.as('admin')).command('collectOrder/claim', { ids: [id!] });
      await expect(list.row(id!).locator('[col-id="claimedBy"]')).not.toBeEmpty();
    },
  },
];
