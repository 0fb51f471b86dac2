import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';

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

export interface Tab {
  page: Page;
  cdp: CDPSession;
  browser: Browser;
}

/** A fresh browser for one subject. */
export async function openTab(): Promise<Tab> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  const page = await (
    await browser.newContext({ viewport: { width: 1600, height: 900 }, colorScheme: 'dark' })
  ).newPage();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, cdp, browser };
}

/** CPU of the page's main thread so far, in milliseconds. */
export async function threadTime({ cdp }: Tab): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'ThreadTime')?.value ?? Number.NaN) * 1000;
}

/** Main-thread CPU per frame while `frames` animation frames each scroll `selector` by `delta` pixels. */
export async function scrollCost(tab: Tab, selector: string, delta: number, frames: number): Promise<number> {
  const before = await threadTime(tab);
  await tab.page.evaluate(
    ([target, step, count]) =>
      new Promise<void>((resolve) => {
        const viewport = document.querySelector(target as string);
        if (!viewport) throw new Error(`no ${target}`);
        let left = count as number;
        const frame = () => {
          if (left-- === 0) return resolve();
          viewport.scrollTop += step as number;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    [selector, delta, frames] as const,
  );
  return ((await threadTime(tab)) - before) / frames;
}

export async function signIn(tab: Tab, base: string, password: string, path: string): Promise<void> {
  await tab.page.goto(base + path);
  await tab.page.fill('[name="account"]', 'admin');
  await tab.page.fill('[name="password"]', password);
  await tab.page.press('[name="password"]', 'Enter');
}

/** Used heap after a forced collection, in MB. */
export async function heap({ cdp }: Tab): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
