import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, type Cookie, chromium, type Page } from '@playwright/test';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
];

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** @throws Error naming what to install */
export function needChromium(): void {
  if (!existsSync(CHROMIUM))
    throw new Error(
      `${CHROMIUM} is not there: install the whole Chromium (on Debian: apt-get install chromium) or name it in CHROMIUM`,
    );
}

export interface Tab {
  page: Page;
  cdp: CDPSession;
  browser: Browser;
}

export type SignedIn = Pick<Cookie, 'name' | 'value'>[];

/** A fresh browser for one subject; `cookies` are those of a signed-in person. */
export async function openTab(url: string, cookies: SignedIn = []): Promise<Tab> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: FLAGS,
  });
  const context = await browser.newContext({
    viewport: { width: 1600, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Kolkata',
    colorScheme: 'dark',
  });
  const { origin } = new URL(url);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  return { page, cdp, browser };
}

export async function withTab<T>(url: string, cookies: SignedIn, work: (tab: Tab) => Promise<T>): Promise<T> {
  const tab = await openTab(url, cookies);
  try {
    return await work(tab);
  } finally {
    await tab.browser.close();
  }
}

/** CPU of the page's main thread so far, in milliseconds. */
export async function threadTime({ cdp }: Tab): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'ThreadTime')?.value ?? Number.NaN) * 1000;
}

/** CPU that the main thread spends while `work` runs. */
export async function cpuOf(tab: Tab, work: () => Promise<unknown>): Promise<number> {
  const before = await threadTime(tab);
  await work();
  return (await threadTime(tab)) - before;
}

/** Share of a core that the page takes for `ms` of elapsed time, in percent. */
export async function shareOf(tab: Tab, ms: number): Promise<number> {
  const began = performance.now();
  const cpu = await cpuOf(tab, () => tab.page.waitForTimeout(ms));
  return (100 * cpu) / (performance.now() - began);
}

/** Used heap after a forced collection, in MB. */
export async function heap({ cdp }: Tab): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
