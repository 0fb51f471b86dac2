import { WorkspacePage } from './workspacePage.ts';
import { expect, test } from './fixtures.ts';
import { PASSWORD, type Product } from './product.ts';
import { sampled } from './sample.ts';

const HEAVY = /\/(grid|chart|docking|antd)-[\w-]+\.js/;

// Whoever signs in by the form finds what the test before has left: a layout whose panels are in another window has none.
test.beforeEach(({ product }) => product.forget('operator'));

test('a wrong password says so, keeps the account and lets nobody in', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.choose();
  await page.goto('/login');
  await workspace.fillIn('operator', 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText('Account or password is wrong');
  await expect(page.locator('input[name="account"]')).toHaveValue('operator');
  await expect(page.locator('input[name="password"]')).toBeFocused();
  // The same words for an account that does not exist: nobody learns which accounts there are.
  await workspace.fillIn('nobody-of-that-name', 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText('Account or password is wrong');
  await expect(page).toHaveURL(/\/login/);
  // And the right one opens.
  await workspace.fillIn('operator', PASSWORD);
  await workspace.ready();
});

test('an empty form names what is missing at its field', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.choose();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Please enter account!')).toBeVisible();
  await expect(page.getByText('Please enter password!')).toBeVisible();
  await expect(page.locator('input[name="account"]')).toBeFocused();
});

test('the sign-in page loads neither grid nor charts nor the UI kit', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/login');
  await expect(page.locator('input[name="account"]')).toBeVisible();
  await page.waitForLoadState('load');
  expect(loaded.some((url) => url.endsWith('.js'))).toBe(true);
  expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
});

test('a deep link is kept through the sign-in with its filters', async ({ page, product }) => {
  await product.forget('operator');
  const workspace = new WorkspacePage(page);
  const arrived = page.waitForURL(/\/login\?redirect=/);
  const opening = workspace.signIn('operator', { address: '/order/collectOrder?status=%5B6%5D' });
  await arrived;
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/order/collectOrder');
  expect(JSON.parse(new URL(page.url()).searchParams.get('params') ?? '{}')).toEqual({ status: '[6]' });
  await opening;
  await expect(page).toHaveURL(/\/order\/collectOrder\?status=/);
  const panel = workspace.page.locator('[data-view="collectOrder"]:visible').filter({ hasText: 'Reversed' });
  await expect(panel).toBeVisible();
  const words = panel.locator('[row-index] [col-id="status"]');
  await expect(words.first()).toHaveText('Reversed');
  expect(new Set(await words.allInnerTexts())).toEqual(new Set(['Reversed']));
});

test('a redirect to another site is not followed', async ({ page, product }) => {
  const workspace = new WorkspacePage(page);
  await workspace.choose();
  await page.goto('/login?redirect=%2F%5Cevil.example%2F');
  await workspace.fillIn('operator', PASSWORD);
  await workspace.ready();
  expect(new URL(page.url()).origin).toBe(product.base);
});

test('a signed-in person who opens the sign-in page goes home', { tag: '@long' }, async ({ page, open }) => {
  const workspace = await open();
  await page.goto('/login');
  await workspace.ready();
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.locator('input[name="password"]')).toHaveCount(0);
});

test('without a session every address leads to the sign-in page, and signing out ends the session', async ({
  page,
  open,
  browser,
  product,
}) => {
  const stranger = await browser.newContext({ baseURL: product.base });
  const other = await stranger.newPage();
  await other.goto('/finance/fundDetail');
  await expect(other).toHaveURL(/\/login\?redirect=%2Ffinance%2FfundDetail/);
  await stranger.close();

  await open();
  await page.getByRole('button', { name: 'Account operator' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/order/collectOrder');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('an unknown address is a page that leads home', { tag: '@long' }, async ({ page, open }) => {
  const workspace = await open();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByText('/no/such/page')).toBeVisible();
  await expect(page).toHaveTitle('Page not found - Paydesk');
  await expect(page.locator('.topbar')).toBeVisible();
  await page.getByRole('button', { name: 'Back to home' }).click();
  await workspace.ready();
  await expect(page).toHaveTitle('Home - Paydesk');
});

test('Home opens where it is asked for though the layout has none, and nothing opens where it is not', {
  tag: '@long',
}, async ({ page, open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  await workspace.grid('collectOrder').loaded();
  await page.goto('/');
  await workspace.ready();
  await expect(page).toHaveURL(/\/order\/collectOrder/);
  await expect(workspace.tabs()).toHaveCount(1);
  for (const ask of [
    () => page.goto('/dashboard/home'),
    async () => {
      await page.goto('/no/such/page');
      await page.getByRole('button', { name: 'Back to home' }).click();
    },
  ]) {
    await ask();
    await workspace.ready();
    await expect(page).toHaveTitle('Home - Paydesk');
    await expect(page).toHaveURL(/\/dashboard\/home$/);
    await workspace.press('Alt+w');
    await expect(workspace.tabs()).toHaveCount(1);
    await workspace.saved();
  }
});

test('a view that exists but is not permitted says so inside the shell, whose menu works on', async ({
  page,
  open,
}) => {
  const workspace = await open();
  for (const path of ['/system/sysUser', '/system/user']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible();
  }
  await expect(page.locator('.statusbar')).toBeVisible();
  await workspace.openView('merchantAsset');
  await expect(page.getByRole('heading', { name: 'No permission' })).toHaveCount(0);
});

test('the title follows the active view', { tag: '@long' }, async ({ page, open }) => {
  const workspace = new WorkspacePage(page);
  await workspace.choose();
  await page.goto('/login');
  await expect(page).toHaveTitle('Sign in - Paydesk');
  await open();
  await expect(page).toHaveTitle('Collection orders - Paydesk');
  await workspace.openView('fundDetail');
  await expect(page).toHaveTitle('Fund details - Paydesk');
  await expect(page).toHaveURL(/\/finance\/fundDetail/);
});

const WORDS = [
  { locale: 'zh-cn', lang: 'zh-CN', title: '登录', button: '登录', orders: '代收订单' },
  { locale: 'zh-tw', lang: 'zh-TW', title: '登入', button: '登入', orders: '代收訂單' },
  { locale: 'en', lang: 'en', title: 'Sign in', button: 'Sign in', orders: 'Collection orders' },
] as const;

for (const { locale, lang, title, button, orders } of WORDS) {
  test(
    `speaks ${locale} before and after the sign-in`,
    sampled(locale === 'zh-tw'),
    async ({ page, product }) => {
      await product.forget('operator');
      const workspace = new WorkspacePage(page);
      await workspace.choose({ locale });
      await page.goto('/login');
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible();
      await expect(page).toHaveTitle(`${title} - Paydesk`);
      await workspace.fillIn('operator', PASSWORD);
      await workspace.ready();
      await expect(workspace.tab(orders)).toBeVisible();
    },
  );
}

for (const theme of ['light', 'dark'] as const) {
  test(`the sign-in page is ${theme} when asked, from the first paint on`, async ({ page }) => {
    await new WorkspacePage(page).choose({ theme });
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const light = await page.locator('body').evaluate((body) => {
      const [r = 0, g = 0, b = 0] = (getComputedStyle(body).backgroundColor.match(/\d+/g) ?? []).map(Number);
      return r + g + b > 384;
    });
    expect(light).toBe(theme === 'light');
  });
}

test.describe('with the slider puzzle', () => {
  test.use({ incognito: true });
  const ask = async (product: Product, value: boolean) => {
    const api = await product.as('admin');
    await api.call('sysConfig/batchUpdate', [{ code: 'sysSecondVer', value: String(value) }]);
  };
  test.afterEach(({ product }) => ask(product, false));

  test('a sign-in goes on once the piece is in its gap', async ({ page, product }) => {
    await ask(product, true);
    const workspace = new WorkspacePage(page);
    await workspace.choose();
    await page.goto('/');
    await workspace.fillIn('operator', PASSWORD);
    const puzzle = page.getByRole('dialog', { name: 'Slide the piece into the gap' });
    const slider = puzzle.getByRole('slider');
    await expect(slider).toBeFocused();
    const off = async () => Number.parseInt((await slider.getAttribute('aria-valuetext')) ?? '', 10);
    await page.keyboard.press('Escape');
    await expect(puzzle).toBeHidden();
    await page.locator('input[name="password"]').press('Enter');
    // Not in the gap: another picture, and the piece is back at its start.
    await slider.fill('20');
    await page.keyboard.press('Enter');
    await expect(slider).toHaveValue('0');
    await slider.fill(String(await off()));
    expect(await off()).toBe(0);
    await page.keyboard.press('Enter');
    await expect(puzzle).toBeHidden();
    await workspace.ready();
  });
});
