import { expect, type Locator, type Page } from '@playwright/test';
import { Grid } from './grid.ts';
import { PASSWORD } from './product.ts';
import { scaleLimit } from '../support/patience.ts';

export interface Look {
  locale?: 'zh-cn' | 'zh-tw' | 'en';
  theme?: 'dark' | 'light';
  /** New rows come into lists by themselves; otherwise a row stays where a test has found it. */
  follow?: boolean;
  /** Where to go; a deep link passes through the sign-in page. */
  address?: string;
}

/** What a panel notes of itself, it notes a few frames after it was changed; then the layout is due. */
const SETTLED_MS = 700;

/** What a person sees and does in one browser window. */
export class WorkspacePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Language and theme as this browser was left, unless it chose others since. */
  async choose({ locale = 'en', theme = 'dark', follow = false }: Look = {}): Promise<void> {
    await this.page.addInitScript(
      (kept) => {
        for (const [key, value] of Object.entries(kept)) {
          const name = `paydesk:${key}`;
          if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value));
        }
      },
      { locale, preferences: { theme, follow } },
    );
  }

  /** Signed in without the form: what a browser keeps of a sign-in is there before the first page is loaded. */
  async enter(account: string, look: Look = {}): Promise<void> {
    await this.choose(look);
    const context = this.page.context();
    const answer = await context.request.post('/api/sysAuth/login', {
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json-patch+json' },
      data: JSON.stringify({ account, password: PASSWORD }),
    });
    const { result } = (await answer.json()) as { result: { accessToken: string; refreshToken: string } };
    const kept = { url: new URL(answer.url()).origin, sameSite: 'Strict' } as const;
    await context.addCookies([
      { ...kept, name: 'access-token', value: result.accessToken },
      { ...kept, name: 'x-access-token', value: result.refreshToken },
    ]);
    await this.page.goto(look.address ?? '/');
    await this.ready();
  }

  async signIn(account: string, look: Look = {}): Promise<void> {
    await this.choose(look);
    await this.page.goto(look.address ?? '/');
    await this.fillIn(account, PASSWORD);
    await this.ready();
  }

  async fillIn(account: string, password: string): Promise<void> {
    await this.page.locator('input[name="account"]').fill(account);
    await this.page.locator('input[name="password"]').fill(password);
    await this.page.locator('input[name="password"]').press('Enter');
  }

  /** The workspace is drawn and its line to the server is open. */
  async ready(): Promise<void> {
    await expect(this.page.locator('[data-scope]').first()).toBeVisible();
    await this.live();
  }

  async live(): Promise<void> {
    await expect(this.page.locator('.statusbar .dot-success')).toBeAttached({ timeout: scaleLimit(45_000) });
  }

  /** All panels of a view, hidden ones too. */
  panel(view: string): Locator {
    return this.page.locator(`[data-view="${view}"]`);
  }

  grid(view: string): Grid {
    return new Grid(this.panel(view));
  }

  /** The view follows its colour from the start: shows all of its rows instead. */
  async unlink(view: string): Promise<void> {
    await this.panel(view).locator('.linked').getByRole('button', { name: 'Show everything again' }).click();
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  tabs(): Locator {
    return this.page.getByRole('tab');
  }

  /** Chooses a menu entry, through the fly-out of its area. */
  async menuEntry(name: string): Promise<void> {
    const area = this.page
      .locator('.sidemenu > ul > li')
      .filter({ has: this.page.locator(`[data-menu="${name}"]`) });
    await area.locator('.area').hover();
    await area.locator(`[data-menu="${name}"]`).click();
    // The fly-out closes when the mouse leaves it.
    await this.page.mouse.move(800, 20);
  }

  /** Opens a view by its menu entry. */
  async openView(name: string): Promise<Locator> {
    await this.menuEntry(name);
    await expect(this.panel(name).first()).toBeVisible();
    return this.panel(name).first();
  }

  /** Puts the keyboard into a panel, which may hand it on to its grid. */
  async activate(view: string): Promise<void> {
    const panel = this.panel(view).first();
    await panel.focus();
    await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys);
  }

  /** Runs a command by its name in the palette. */
  async command(name: string): Promise<void> {
    await this.press('Control+k');
    const palette = this.page.getByRole('dialog').filter({ has: this.page.getByRole('combobox') });
    await palette.getByRole('combobox').fill(name);
    await palette.getByRole('option', { name }).first().click();
    await expect(palette).toBeHidden();
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.ant-message, .ant-notification').getByText(text).first();
  }

  layoutName(): Locator {
    return this.page.locator('.ws-switcher');
  }

  async layoutMenu(item: string | RegExp): Promise<void> {
    await this.layoutName().click();
    await this.page.getByRole('menuitem', { name: item }).first().click();
  }

  /** The working copy is on the server: the layout has not been due, or under way, for a moment. */
  async saved(): Promise<void> {
    const due = this.page.locator('.ws-switcher[data-due]');
    await expect(this.layoutName()).toBeVisible();
    let last = Date.now();
    await expect
      .poll(
        async () => {
          if ((await due.count()) > 0) last = Date.now();
          return Date.now() - last;
        },
        { intervals: [100] },
      )
      .toBeGreaterThan(SETTLED_MS);
  }

  banner(text: string | RegExp): Locator {
    return this.page.locator('.ws-banner').filter({ hasText: text });
  }

  /** Something of this very document; a reload would lose it. */
  async mark(): Promise<() => Promise<boolean>> {
    await this.page.evaluate(() => Object.assign(globalThis, { e2eMark: true }));
    return () => this.page.evaluate(() => 'e2eMark' in globalThis);
  }
}
