import type { Figure } from '../../server/figures.ts';
import { type Bench, ms, onPage, percent, times } from '../bench.ts';
import { shareOf, type Tab, withTab } from '../browser.ts';
import { buildAg, buildGlide, buildVirtual, product } from '../build.ts';
import { Feed } from '../feed.ts';
import { openFront } from '../front.ts';
import {
  AG,
  type Box,
  boxOf,
  GLIDE,
  type Grid,
  gridReady,
  OURS,
  peerAddress,
  shownIds,
  VIRTUAL,
} from '../grids.ts';
import { median } from '../rounds.ts';
import { STEP, walk, walkCost } from '../scrolling.ts';

/** B6: what receiving changes costs while every row on screen changes ten times a second. */

const CALM = 1_000;
const STORM = 20_000;
const WARM_MS = 2_000;

/** Share of a core at one pace. */
async function at(tab: Tab, feed: Feed, pace: number, forMs: number): Promise<number> {
  feed.pace = pace;
  await tab.page.waitForTimeout(WARM_MS);
  const before = feed.sent;
  const share = await shareOf(tab, forMs);
  if (feed.sent - before < (pace * forMs) / 2000) throw new Error(`the feed fell behind ${pace} a second`);
  feed.pace = 0;
  return share;
}

/** Every row on screen changed its cells in the last second. */
async function painted({ page }: Tab, feed: Feed): Promise<void> {
  feed.pace = STORM;
  await page.waitForFunction(
    (scroller) => document.querySelectorAll(`${scroller} [class*="grid-flash-"]`).length > 10,
    OURS.scroller,
    { timeout: 20_000 },
  );
}

export async function benchLive(bench: Bench): Promise<Figure[]> {
  const { frames } = bench;
  const forMs = frames * 60;
  const feed = new Feed();
  const front = await openFront(product, bench.subject.base, feed);
  const shares = { idle: [] as number[], calm: [] as number[], storm: [] as number[] };
  const scrolls = { still: [] as number[], storm: [] as number[] };
  const peers: Record<string, number[]> = { virtual: [], ag: [], glide: [] };
  const grids: Record<string, Grid> = { virtual: VIRTUAL, ag: AG, glide: GLIDE };
  let box: Box | undefined;
  const folders = { virtual: await buildVirtual(), ag: await buildAg(), glide: await buildGlide() };

  for (let round = 0; round < bench.rounds; round += 1) {
    await onPage(
      bench,
      'one',
      async (tab) => {
        await gridReady(tab);
        box = await boxOf(tab);
        feed.shown = await shownIds(tab, OURS);
        await painted(tab, feed);
        shares.idle.push(await at(tab, feed, 0, forMs));
        shares.calm.push(await at(tab, feed, CALM, forMs));
        shares.storm.push(await at(tab, feed, STORM, forMs));
        feed.shown = [];
        const scroll = () => walkCost(tab, { scroller: OURS.scroller, delta: STEP.wheel, frames });
        await walk(tab, { scroller: OURS.scroller, delta: STEP.wheel, frames });
        scrolls.still.push(await scroll());
        feed.pace = STORM;
        await tab.page.waitForTimeout(WARM_MS);
        scrolls.storm.push(await scroll());
        feed.pace = 0;
      },
      front.base,
    );
    const rows = Math.ceil(box!.height / 26);
    feed.shown = Array.from({ length: rows }, (_, index) => String(index));
    for (const [name, folder] of Object.entries(folders)) {
      const peer = await openFront(folder, undefined, feed);
      const address = peerAddress(peer.base, name, box!, { feed: '/api/events' });
      await withTab(address, [], async (tab) => {
        await tab.page.waitForSelector(grids[name]!.scroller);
        peers[name]!.push(await at(tab, feed, STORM, forMs));
      });
      peer.close();
    }
    bench.say(`round ${round + 1}: ${percent(shares.storm.at(-1)!)} of a core at ${STORM} a second`);
  }
  feed.close();
  front.close();

  const [idle, calm, storm] = [median(shares.idle), median(shares.calm), median(shares.storm)];
  const growth = median(shares.storm.map((share, round) => share / shares.calm[round]!));
  const scroll = median(scrolls.storm.map((cost, round) => cost / scrolls.still[round]!));
  const of = (name: string) => percent(median(peers[name]!));
  const peersText = `same frames, painted each time, no reading again: react-virtual ${of('virtual')} · AG Grid as it comes ${of('ag')} · glide-data-grid ${of('glide')}`;
  return [
    {
      budget: 'B6',
      what: `receiving ${STORM.toLocaleString('en')} changes a second, each row on screen among them ten times`,
      measured: `${percent(storm)} of a core (${percent(idle)} at rest)`,
      peer: peersText,
      limit: '≤ 15 %',
      met: storm <= 15,
    },
    {
      budget: 'B6',
      what: `the same against ${CALM.toLocaleString('en')} a second`,
      measured: `${times(growth)} of ${percent(calm)}`,
      peer: '',
      limit: '≤ 1.3 ×',
      met: growth <= 1.3,
    },
    {
      budget: 'B6',
      what: 'wheel scroll under that load, CPU per frame',
      measured: `${ms(median(scrolls.storm))} = ${times(scroll)} of ${ms(median(scrolls.still))} at rest`,
      peer: '',
      limit: '≤ 1.4 ×',
      met: scroll <= 1.4,
    },
  ];
}
