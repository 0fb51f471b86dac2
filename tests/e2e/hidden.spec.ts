import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Counts what a panel does: its requests, and every change of what is drawn below it. */
async function counter(page: Page, view: string, asked: RegExp) {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (asked.test(request.url())) requests.push(request.url());
  });
  const panel = await page.locator(`[data-view="${view}"]`).first().elementHandle();
  await page.evaluate((element) => {
    const count = { drawn: 0 };
    new MutationObserver((changes) => (count.drawn += changes.length)).observe(element!, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    Object.assign(globalThis, { e2eCount: count });
  }, panel);
  return {
    async reset() {
      requests.length = 0;
      await page.evaluate(() =>
        Object.assign(globalThis, {
          e2eCount: Object.assign(Reflect.get(globalThis, 'e2eCount'), { drawn: 0 }),
        }),
      );
    },
    read: async () => ({
      requests: requests.length,
      drawn: await page.evaluate(() => (Reflect.get(globalThis, 'e2eCount') as { drawn: number }).drawn),
    }),
  };
}

const WATCHED_MS = 5_000;

test('orders in a hidden tab do no live work while orders move', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open();
  await workspace.grid('collectOrder').loaded();
  const work = await counter(page, 'collectOrder', /\/api\/collectOrder\/rows/);
  await expect.poll(async () => (await work.read()).drawn).toBeGreaterThan(0);
  await workspace.activate('collectOrder');
  await workspace.openView('merchant');
  await expect(workspace.panel('collectOrder')).toBeHidden();
  // What was under way when the tab was left may still arrive.
  await page.waitForTimeout(1_500);
  await work.reset();
  await page.waitForTimeout(WATCHED_MS);
  expect(await work.read()).toEqual({ requests: 0, drawn: 0 });
  await workspace.tab('Collection orders').click();
  await expect.poll(async () => (await work.read()).drawn).toBeGreaterThan(0);
});

test.describe('in a low window', () => {
  // The clock stays with its window.
  test.use({ incognito: true, viewport: { width: 1600, height: 560 } });

  test('W24: widgets of a hidden dashboard, and widgets off the screen, ask for nothing', {
    tag: '@long',
  }, async ({ open, page }) => {
    await page.clock.install();
    const workspace = await open();
    const first = page.locator('[data-widget="platform-overview"]');
    await expect(first.locator('strong').first()).toBeVisible();
    const widgets = await counter(page, 'dashboard', /\/api\/(dashboard|measure)\//);
    const round = async () => {
      await page.waitForTimeout(1_000);
      await widgets.reset();
      await page.clock.fastForward(65_000);
      await page.waitForTimeout(2_000);
      return (await widgets.read()).requests;
    };
    // A busy machine may draw them later than the first round looks.
    await expect.poll(round).toBeGreaterThan(0);
    const rounds: string[] = [];
    page.on('request', (request) => rounds.push(request.postData() ?? ''));
    await round();
    // The last row lies below the edge of the panel.
    expect(rounds.some((body) => body.includes('"by":"upstreamId"'))).toBe(true);
    expect(rounds.some((body) => body.includes('"by":"status"'))).toBe(false);

    await workspace.activate('dashboard');
    await workspace.openView('merchant');
    await expect(workspace.panel('dashboard')).toBeHidden();
    expect(await round()).toBe(0);
    await workspace.tab('Home').click();
    await expect.poll(async () => (await widgets.read()).requests).toBeGreaterThan(0);
  });
});

test('a changed cell is underlined instead of flashing where motion is reduced', { tag: '@long' }, async ({
  open,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const workspace = await open();
  await workspace.grid('collectOrder').loaded();
  const look = await page.evaluate(
    () =>
      new Promise<{ line: string; animation: string }>((resolve) => {
        const watch = new MutationObserver((changes) => {
          const cell = changes
            .map(({ target }) => target as HTMLElement)
            .find((target) => /grid-flash-(?:up|down|other)/.test(target.className));
          if (!cell) return;
          watch.disconnect();
          const seen = getComputedStyle(cell.querySelector('.pd-tag') ?? cell);
          resolve({ line: seen.textDecorationLine, animation: getComputedStyle(cell).animationName });
        });
        const grid = document.querySelector('[data-view="collectOrder"]')!;
        watch.observe(grid, { subtree: true, attributes: true, attributeFilter: ['class'] });
      }),
  );
  expect(look).toEqual({ line: 'underline', animation: 'none' });
});
