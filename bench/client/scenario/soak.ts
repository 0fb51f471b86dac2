import type { Figure } from '../../server/figures.ts';
import { type Bench, onPage } from '../bench.ts';
import { heap, type Tab } from '../browser.ts';
import { product } from '../build.ts';
import { Feed } from '../feed.ts';
import { openFront } from '../front.ts';
import { gridReady, OURS } from '../grids.ts';
import { STEP, walk } from '../scrolling.ts';

/** B9: minutes of an operator's day at speed: changes arriving, scrolling, jumping, tabs opened and closed. */

const PACE = 1_000;
const MINUTE_MS = 60_000;

async function oneMinute(tab: Tab): Promise<void> {
  const until = performance.now() + MINUTE_MS;
  const { page } = tab;
  const { scroller } = OURS;
  while (performance.now() < until) {
    await walk(tab, { scroller, delta: STEP.wheel, frames: 240 });
    await page.evaluate((target) => {
      const viewport = document.querySelector(target)!;
      viewport.scrollTop = Math.random() * viewport.scrollHeight;
    }, scroller);
    await page.waitForTimeout(500);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-menu="fundDetail"]')!.click());
    await page.waitForSelector('[data-view="fundDetail"] .ag-row[row-id]');
    const tabs = page.locator('.flexlayout__tab_button');
    for (const at of [0, 1]) {
      await tabs.nth(at).click();
      await page.waitForTimeout(500);
    }
    await page.locator('.flexlayout__tab_button_trailing').last().click();
    await page.waitForTimeout(500);
  }
}

export async function benchSoak(bench: Bench, minutes: number): Promise<Figure[]> {
  const feed = new Feed();
  const front = await openFront(product, bench.subject.base, feed);
  const heaps: number[] = [];
  await onPage(
    bench,
    'one',
    async (tab) => {
      await gridReady(tab);
      feed.pace = PACE;
      // The first minute fills the caches, which have an upper limit; growth after it is a leak.
      for (let minute = 0; minute <= minutes; minute += 1) {
        await oneMinute(tab);
        heaps.push(await heap(tab));
        bench.say(`minute ${minute + 1}: ${heaps.at(-1)!.toFixed(1)} MB`);
      }
    },
    front.base,
  );
  feed.close();
  front.close();
  const [first = Number.NaN] = heaps;
  const growth = 100 * ((heaps.at(-1) ?? Number.NaN) / first - 1);
  return [
    {
      budget: 'B9',
      what: `${minutes} minutes of scrolling, jumping, opening and closing at ${PACE.toLocaleString('en')} changes a second`,
      measured: `heap ${first.toFixed(1)} → ${heaps.at(-1)!.toFixed(1)} MB = ${growth.toFixed(1)} % (${Math.min(...heaps).toFixed(1)} to ${Math.max(...heaps).toFixed(1)})`,
      peer: '',
      limit: '± 5 %',
      met: Math.abs(growth) <= 5,
    },
  ];
}
