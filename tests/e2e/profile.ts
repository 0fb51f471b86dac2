import type { BrowserContext, BrowserType, Disposable, LaunchOptions, Page } from '@playwright/test';
import { scaleLimit } from '../support/patience.ts';

/** The window of a person who set nothing. */
export const LOOKS = {
  viewport: { width: 1600, height: 900 },
  locale: 'en-US',
  timezoneId: 'Asia/Kolkata',
  reducedMotion: 'reduce',
} as const;

/** A browser with a profile on disk: scripts compiled by one test are ready for the next. */
export async function openProfile(
  chromium: BrowserType,
  folder: string,
  options: LaunchOptions & typeof LOOKS & { baseURL: string },
): Promise<BrowserContext> {
  const profile = await chromium.launchPersistentContext(folder, options);
  // What was set for a test's own windows does not reach one that was opened before it.
  profile.setDefaultTimeout(scaleLimit(30_000));
  return profile;
}

/**
 * The one page that every test of a worker begins with. Its process has read, compiled and warmed the client: a start in
 * a page of its own costs half as much again.
 */
export class FirstPage {
  readonly #profile: BrowserContext;
  readonly #blank: string;
  #page: Page | undefined;
  #scripts: Disposable[] = [];

  constructor(profile: BrowserContext, origin: string) {
    this.#profile = profile;
    this.#blank = `${origin}/icon.svg`;
  }

  /** As somebody new finds it: the only page, no cookie, nothing stored, nobody listening, the line up. */
  async forget(): Promise<Page> {
    await this.#profile.unrouteAll({ behavior: 'ignoreErrors' });
    await this.#profile.setOffline(false);
    const page = this.#page?.isClosed() === false ? this.#page : await this.#open();
    const others = this.#profile.pages().filter((each) => each !== page);
    await Promise.all(others.map((each) => each.close()));
    await this.#cleanse(page);
    return page;
  }

  async #open(): Promise<Page> {
    this.#page = await this.#profile.newPage();
    const add = this.#page.addInitScript.bind(this.#page);
    this.#scripts = [];
    this.#page.addInitScript = async (...given: Parameters<Page['addInitScript']>) => {
      const script = await add(...given);
      this.#scripts.push(script);
      return script;
    };
    return this.#page;
  }

  async #cleanse(page: Page): Promise<void> {
    page.removeAllListeners();
    await Promise.all(this.#scripts.splice(0).map((script) => script.dispose()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // A document of the same origin, so that the process stays; a client that is just leaving by itself cuts the first.
    await page.goto(this.#blank).catch(() => page.goto(this.#blank));
    const session = await this.#profile.newCDPSession(page);
    const { origin } = new URL(this.#blank);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage' });
    await session.detach();
    await page.evaluate(() => sessionStorage.clear());
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null });
    await page.mouse.move(0, 0);
  }
}
