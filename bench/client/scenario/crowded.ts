import type { Figure } from '../../server/figures.ts';
import { type Bench, onPage, percent } from '../bench.ts';
import { shareOf, type Tab } from '../browser.ts';
import { product } from '../build.ts';
import { Feed } from '../feed.ts';
import { openFront } from '../front.ts';
import { CROWDED, WIDGETS } from '../layouts.ts';
import { median } from '../rounds.ts';

/** B20: twelve panels and all widgets on one screen while what they show keeps changing. */

const PACE = 5_000;
const WARM_MS = 3_000;
/** Room for every widget at once: one that is not on screen does nothing. */
const SCREEN = { width: 2_560, height: 1_440 };
const LIMIT_MS = 50;
const ROW = '[data-view="collectOrder"] .ag-row[row-id] [role="gridcell"]';
const TYPED = 'C2611240000123';

async function allLive({ page }: Tab): Promise<void> {
  await page.setViewportSize(SCREEN);
  await page.waitForFunction(
    ([panels, widgets]) => {
      const filled = [...document.querySelectorAll('.ws-panel')].filter((panel) => panel.firstElementChild);
      const seen = [...document.querySelectorAll('[data-widget]')].filter((tile) => {
        const { top, bottom } = tile.getBoundingClientRect();
        return top < innerHeight && bottom > 0 && tile.querySelector('[aria-busy="true"]') === null;
      });
      return filled.length >= panels! && seen.length >= widgets!;
    },
    [CROWDED.length, WIDGETS.length],
    { timeout: 60_000, polling: 200 },
  );
  await page.waitForTimeout(WARM_MS);
}

/** Lengths of the frames that were longer than the limit while somebody types, a key each 120 ms. */
async function typing({ page }: Tab): Promise<number[]> {
  await page.evaluate(() => {
    const lengths: number[] = [];
    Object.assign(window, { longFrames: lengths });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) lengths.push(entry.duration);
    }).observe({ type: 'long-animation-frame' });
  });
  await page.locator(ROW).nth(2).click();
  await page.keyboard.press('/');
  await page.keyboard.type(TYPED, { delay: 120 });
  await page.waitForTimeout(500);
  return page.evaluate(() => (window as unknown as { longFrames: number[] }).longFrames);
}

export async function benchCrowded(bench: Bench): Promise<Figure[]> {
  const feed = new Feed();
  feed.resources = [...new Set(CROWDED.map(({ view }) => view))].filter((view) => view !== 'dashboard');
  const front = await openFront(product, bench.subject.base, feed);
  const rest: number[] = [];
  const live: number[] = [];
  const frames: number[][] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    await onPage(
      bench,
      'crowded',
      async (tab) => {
        await allLive(tab);
        rest.push(await shareOf(tab, bench.frames * 100));
        feed.pace = PACE;
        await tab.page.waitForTimeout(WARM_MS);
        front.calls.length = 0;
        live.push(await shareOf(tab, bench.frames * 100));
        if (!front.calls.some((path) => path.endsWith('/rows')))
          throw new Error('no panel followed the changes');
        frames.push(await typing(tab));
        feed.pace = 0;
      },
      front.base,
    );
    bench.say(`round ${round + 1}: ${percent(live.at(-1)!)} of a core, ${frames.at(-1)!.length} long frames`);
  }
  feed.close();
  front.close();
  const share = median(live);
  const longest = median(frames.map((each) => Math.max(0, ...each)));
  return [
    {
      budget: 'B20',
      what: `12 panels and ${WIDGETS.length} widgets on screen at ${PACE.toLocaleString('en')} changes a second`,
      measured: `${percent(share)} of a core (${percent(median(rest))} without changes)`,
      peer: '',
      limit: '≤ 25 %',
      met: share <= 25,
    },
    {
      budget: 'B20',
      what: 'typing in a filter meanwhile: frames above 50 ms',
      measured: `${frames.map((each) => each.length).join(' / ')} by round, the longest ${longest.toFixed(0)} ms`,
      peer: '',
      limit: `none above ${LIMIT_MS} ms`,
      met: frames.every((each) => each.length === 0),
    },
  ];
}
