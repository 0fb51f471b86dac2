import type { BrowserContext, Page } from '@playwright/test';
import { envelope, panel, tabset } from './envelope.ts';
import { expect, test } from './fixtures.ts';
import { PASSWORD, type Product } from './product.ts';
import { WorkspacePage } from './workspacePage.ts';
import { scaleLimit } from '../support/patience.ts';

/** What a workspace of twelve panels does while line, session, storage or clock fail it. */

const VIEWS = [
  ['collectOrder', 'payOrder', 'fundDetail', 'merchantAsset'],
  ['callback', 'orderLog', 'payment', 'merchant'],
  ['upstream', 'channel', 'sysUser', 'dailyReport'],
] as const;
const ALL = VIEWS.flat();

const twelve = (): string =>
  envelope(
    // The rows of a row lie one below the other.
    [
      {
        type: 'row',
        weight: 100,
        children: VIEWS.map((row) => ({
          type: 'row',
          weight: 33,
          children: row.map((view) => tabset(view)),
        })),
      },
    ],
    Object.fromEntries(ALL.map((view) => [view, panel(view)])),
  );

/** Each panel shows rows or says that there are none. */
async function allDrawn({ page }: WorkspacePage): Promise<void> {
  await expect(page.locator('[data-view]')).toHaveCount(ALL.length);
  const drawn = () =>
    page
      .locator('[data-view]')
      .evaluateAll((panels) =>
        panels
          .filter((each) => !each.querySelector('[row-id]:not([row-id^="gap:"]),.pd-state-empty'))
          .map((each) => (each as HTMLElement).dataset['view']),
      );
  await expect.poll(drawn, { timeout: scaleLimit(60_000) }).toEqual([]);
}

/** The access token has ended for the server: only a call that brings the refresh token gets the pair that follows. */
async function endToken(context: BrowserContext, base: string): Promise<{ renewals: () => number }> {
  const cookies = await context.cookies(base);
  const spent = cookies.find(({ name }) => name === 'access-token')!.value;
  let renewals = 0;
  await context.route('**/api/**', async (route) => {
    const headers = route.request().headers();
    if (headers['authorization'] !== `Bearer ${spent}`) return route.fallback();
    if (!headers['x-authorization'])
      return route.fulfill({
        status: 401,
        headers: { 'access-token': 'invalid_token' },
        body: '{"code":401}',
      });
    renewals += 1;
    const answer = await context.request.post(`${base}/api/sysAuth/login`, {
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json-patch+json' },
      data: JSON.stringify({ account: 'admin', password: PASSWORD }),
    });
    const { result } = (await answer.json()) as { result: { accessToken: string; refreshToken: string } };
    return route.fulfill({
      status: 200,
      headers: { 'access-token': result.accessToken, 'x-access-token': result.refreshToken },
      body: '{"code":200,"result":{}}',
    });
  });
  return { renewals: () => renewals };
}

async function openTwelve(page: Page, product: Product): Promise<WorkspacePage> {
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  await product.plant('admin', twelve());
  const workspace = new WorkspacePage(page);
  await workspace.enter('admin');
  await allDrawn(workspace);
  return workspace;
}

test('twelve panels live through a full storage, a cut line and a list that answers late', {
  tag: '@long',
}, async ({ page, context, product }) => {
  test.slow();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const workspace = await openTwelve(page, product);

  await test.step('full storage', async () => {
    await page.evaluate(() => {
      for (let size = 1_000_000; size > 0; size = Math.floor(size / 2)) {
        try {
          for (let at = 0; ; at += 1) localStorage.setItem(`fill${size}-${at}`, 'x'.repeat(size));
        } catch {
          // Full for this size: smaller ones follow.
        }
      }
    });
    await workspace.command('Switch between dark and light');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await workspace.saved();
    await page.reload();
    await workspace.ready();
    await allDrawn(workspace);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('fill')) localStorage.removeItem(key);
    });
  });

  await test.step('a cut line', async () => {
    let failed = 0;
    const count = (request: { url: () => string }) => {
      if (request.url().includes('/api/')) failed += 1;
    };
    page.on('requestfailed', count);
    await context.setOffline(true);
    await expect(page.locator('.shell-banner')).toHaveCount(1);
    await expect(page.locator('.grid-stale').first()).toBeVisible();
    const before = failed;
    await page.waitForTimeout(5_000);
    // Twelve panels wait together; each asking by itself would be dozens.
    expect(failed - before).toBeLessThan(15);
    await allDrawn(workspace);
    await context.setOffline(false);
    await workspace.live();
    await expect(page.locator('.grid-stale, .shell-banner, .pd-state-error')).toHaveCount(0);
    page.off('requestfailed', count);
  });

  await test.step('a list that answers late', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/fundDetail/rows', async (route) => {
      await held;
      await route.fallback();
    });
    await page.reload();
    await workspace.ready();
    const others = page.locator('[data-view]:not([data-view=fundDetail]) [row-index="0"]');
    await expect.poll(() => others.count()).toBeGreaterThan(8);
    await expect(workspace.grid('fundDetail').rows).toHaveCount(0);
    // Whoever works elsewhere is not held up.
    const grid = workspace.grid('merchant');
    await grid.panel.locator('.any-id input').fill('no such merchant');
    await expect(grid.panel.locator('.pd-state-empty')).toBeVisible();
    release();
    await expect(workspace.grid('fundDetail').at(0)).toHaveAttribute('row-id', /^\d+$/);
    await grid.panel.locator('.any-id input').fill('');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  expect(errors).toEqual([]);
});

test('a token that ends under twelve panels in each of three tabs is renewed once', { tag: '@long' }, async ({
  page,
  context,
  product,
}) => {
  test.slow();
  const workspace = await openTwelve(page, product);
  const others = [await context.newPage(), await context.newPage()];
  for (const other of others) {
    await other.goto(product.base);
    await new WorkspacePage(other).ready();
  }
  // A reload in the middle of a renewal would lose its answer, and ask for another one.
  const pages = [page, ...others];
  await Promise.all(pages.map((each) => each.goto('about:blank')));
  const { renewals } = await endToken(context, product.base);
  // A call that meets the ended token is asked again, so a refusal may come before the rows.
  const after = pages.map((each) =>
    each.waitForResponse((answer) => answer.url().endsWith('/rows') && answer.ok(), {
      timeout: scaleLimit(60_000),
    }),
  );
  // What is asked for next in each of them meets the ended token.
  await Promise.all(pages.map((each) => each.goto(product.base)));
  await Promise.all(after);
  expect(renewals()).toBe(1);
  await allDrawn(workspace);
  for (const each of pages) await expect(each).not.toHaveURL(/login/);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test.describe('with a clock of its own', () => {
  test.use({ incognito: true });

  test('a clock off by a day changes no time and ends no session; ten hidden minutes ask for nothing', {
    tag: '@long',
  }, async ({ open, page }) => {
    const now = Date.now();
    await page.clock.install({ time: now + 24 * 3_600_000 });
    const workspace = await open('operator', { only: 'collectOrder' });
    const grid = workspace.grid('collectOrder');
    const id = await grid.loaded();
    await expect(page).not.toHaveURL(/login/);
    // The clock of the bar is the server's, and what came today is not shown as yesterday's.
    const shown = await page.locator('.topbar-clock time').innerText();
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
    const zone = await page.locator('.topbar-zone').innerText();
    const here = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone.replace(' ', '_'),
      timeStyle: 'medium',
    }).format(now);
    expect(Math.abs(minutes(shown) - minutes(here))).toBeLessThan(5);
    await grid.choose(id);

    await workspace.openView('merchant');
    await expect(workspace.panel('collectOrder')).toBeHidden();
    await page.waitForTimeout(1_500);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/collectOrder/rows')) asked += 1;
    });
    for (let minute = 0; minute < 10; minute += 1) {
      await page.clock.fastForward(60_000);
      // Whoever works in another panel is not locked out meanwhile.
      await workspace.press('ArrowDown');
    }
    await page.waitForTimeout(1_500);
    expect(asked).toBe(0);
    await expect(page).not.toHaveURL(/login/);
    await workspace.tab('Collection orders').click();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await expect(grid.row(id)).toHaveClass(/grid-cursor/);
  });
});
