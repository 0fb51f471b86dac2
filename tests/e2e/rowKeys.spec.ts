import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Grid } from './grid.ts';
import { takeOrder } from './orders.ts';
import { RowKeys, expectAgreement } from './rowKeys.ts';
import { FAILED, LAYOUT, LIST_WAYS, type Stage, type Way, scope } from './rowKeyWays.ts';
import { WINDOW_WAYS } from './rowKeyWindows.ts';
import { sampled } from './sample.ts';
import { WorkspacePage } from './workspacePage.ts';

/** W21: a key acts on the row that the eye sees, whichever way led to the list. */

/** Where the way leads there is a row outlined at last, and C has acted on it: on the one that was looked for. */
async function expectArrival(keys: RowKeys, page: Page, { to }: Way, { order }: Stage): Promise<void> {
  for (let tries = 0; tries < 3 && keys.claimed().length === 0; tries += 1) {
    await page.waitForTimeout(400);
    const pressed = await keys.press(page);
    expectAgreement(pressed, false);
    // Whether this row may be claimed is another matter than whether it is the one.
    if (pressed.outlined.length === 1 && pressed.stated.some((text) => text.includes('C26'))) return;
  }
  const [claimed] = keys.claimed();
  expect(claimed, 'the way leads to a row').toBeDefined();
  if (to === 'order') expect(claimed).toBe(order.id);
}

for (const way of [...LIST_WAYS, ...WINDOW_WAYS])
  test(`C after: ${way.name}`, sampled(way.isSampled === true), async ({ page, context, product }) => {
    const api = await product.as('operator');
    const order = await takeOrder(api, FAILED);
    await product.plant('operator', LAYOUT);
    const workspace = new WorkspacePage(page);
    await workspace.enter('operator');
    const list = new Grid(scope(page, 'list'));
    await list.loaded();
    await expect(list.panel.locator('.grid-cursor')).toHaveCount(1);
    const keys = new RowKeys(page);
    try {
      await keys.watch(page);
      const stage = { workspace, page, context, product, api, list, order };
      const window = (await way.go(stage)) ?? page;
      // In a hurry, before anything has settled.
      expectAgreement(await keys.press(window), way.isSilent === true);
      if (way.to === 'none') {
        await window.waitForTimeout(800);
        expectAgreement(await keys.press(window), way.isSilent === true);
      } else await expectArrival(keys, window, way, stage);
    } finally {
      keys.stop();
      for (const other of context.pages()) if (other !== page) await other.close();
      const claimed = keys.claimed();
      if (claimed.length > 0) await api.ask('collectOrder/unclaim', { ids: claimed });
    }
  });
