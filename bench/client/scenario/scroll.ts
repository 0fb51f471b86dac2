import type { Figure } from '../../server/figures.ts';
import { type Bench, ms, onPage, times } from '../bench.ts';
import { heap, type Tab, withTab } from '../browser.ts';
import { buildAg, buildGlide, buildVirtual } from '../build.ts';
import { type Front, openFront } from '../front.ts';
import { AG, type Box, boxOf, GLIDE, type Grid, gridReady, OURS, peerAddress, VIRTUAL } from '../grids.ts';
import { compare, interleave, middleOf, type Sample } from '../rounds.ts';
import { inPlace, ROW_PX, STEP, walk, walkCost, wheelCost } from '../scrolling.ts';

/** B3, B4 and the heap of B9: the same walks over a million rows in the product and in its peers. */

/** Rows that a walk of this many frames draws again and again; the product's grid keeps 3,000 loaded. */
const loadedPx = (frames: number): number => Math.min(2500, frames * 21) * ROW_PX;
/** Five walks of 120 frames are ten seconds. */
const LONG = 5;

async function measure(tab: Tab, grid: Grid, frames: number): Promise<Sample> {
  const { scroller } = grid;
  const span = loadedPx(frames);
  const settled = async () => void (grid.row && (await inPlace(tab, grid)));
  const top = () => tab.page.evaluate((target) => document.querySelector(target)?.scrollTo(0, 0), scroller);
  await walk(tab, { scroller, delta: STEP.wheel, frames: Math.ceil(frames / 3) });
  const slow = await walkCost(tab, { scroller, delta: STEP.slow, frames });
  const wheel = await walkCost(tab, { scroller, delta: STEP.wheel, frames });
  await settled();
  const gesture = await wheelCost(tab, scroller, frames);
  await settled();
  await top();
  // Once over the rows, slowly enough for all to load, then back and forth: each frame draws every row again.
  await walk(tab, { scroller, delta: STEP.thumb / 3, frames: Math.ceil((3 * span) / STEP.thumb) });
  await settled();
  const redraw = await walkCost(tab, { scroller, delta: STEP.thumb, frames, span });
  const thumb = await walkCost(tab, { scroller, delta: STEP.thumb, frames });
  await settled();
  await walk(tab, { scroller, delta: STEP.wheel, frames: LONG * frames });
  await tab.page.waitForTimeout(500);
  return { slow, wheel, gesture, redraw, thumb, heap: await heap(tab) };
}

interface Peer {
  front: Front;
  name: string;
  grid: Grid;
  options?: { tuned: string };
}

async function measurePeer({ front, name, grid, options }: Peer, box: Box, frames: number): Promise<Sample> {
  return withTab(peerAddress(front.base, name, box, options), [], async (tab) => {
    await tab.page.waitForSelector(grid.row ? `${grid.scroller} ${grid.row}` : grid.scroller);
    await tab.page.waitForTimeout(500);
    return measure(tab, grid, frames);
  });
}

export async function benchScroll(bench: Bench): Promise<Figure[]> {
  const open = async <T>(work: (tab: Tab) => Promise<T>): Promise<T> =>
    onPage(bench, 'one', async (tab) => {
      await gridReady(tab);
      return work(tab);
    });
  const { frames } = bench;
  const box = await open(boxOf);
  bench.say(`the product's grid is ${box.width} × ${box.height}, columns of ${box.column} px`);
  const fronts = {
    virtual: await openFront(await buildVirtual()),
    ag: await openFront(await buildAg()),
    glide: await openFront(await buildGlide()),
  };
  const ag: Peer = { front: fronts.ag, name: 'ag', grid: AG };
  const rounds = await interleave(
    bench.rounds,
    'wheel',
    () => measurePeer({ front: fronts.virtual, name: 'virtual', grid: VIRTUAL }, box, frames),
    {
      ours: () => open((tab) => measure(tab, OURS, frames)),
      ag: () => measurePeer(ag, box, frames),
      tuned: () => measurePeer({ ...ag, options: { tuned: '' } }, box, frames),
      glide: () => measurePeer({ front: fronts.glide, name: 'glide', grid: GLIDE }, box, frames),
    },
    bench.say,
  );
  for (const front of Object.values(fronts)) front.close();

  const against = (metric: string) => {
    const [ours, usual, tuned, glide] = ['ours', 'ag', 'tuned', 'glide'].map((name) =>
      compare(rounds, name, metric),
    );
    return {
      ratio: ours!.ratio,
      measured: `${ms(ours!.value)} = ${times(ours!.ratio)} (${ours!.rounds} steady rounds)`,
      peer: `react-virtual ${ms(ours!.baseline)} · AG Grid as it comes ${ms(usual!.value)} = ${times(usual!.ratio)}, tuned ${ms(tuned!.value)} = ${times(tuned!.ratio)} · glide-data-grid ${ms(glide!.value)} = ${times(glide!.ratio)}`,
    };
  };
  const line = (budget: string, what: string, metric: string, limit: number): Figure => {
    const { ratio, ...texts } = against(metric);
    return { budget, what, ...texts, limit: `≤ ${limit} × react-virtual`, met: ratio <= limit };
  };
  /** Rows of ours are kept only where they are so much cheaper than the library's (docs/adr/grid-rows.md). */
  const cheaper = (what: string, metric: string): Figure => {
    const ratio = compare(rounds, 'tuned', metric).ratio / compare(rounds, 'ours', metric).ratio;
    return {
      budget: 'rows',
      what: `${what}: AgGridReact tuned, with its own rows, against the product`,
      measured: times(ratio),
      peer: '',
      limit: '≥ 1.5 ×',
      met: ratio >= 1.5,
    };
  };
  const heapOf = (name: string) => `${middleOf(rounds, name, 'heap').toFixed(1)} MB`;
  return [
    line('B3', 'wheel steps of 84 px (3 rows), main-thread CPU per frame', 'wheel', 1.25),
    line('B3', 'slow steps of 28 px', 'slow', 1.25),
    line('B3', 'a real wheel gesture, CPU per 84 px', 'gesture', 1.25),
    line('B4', 'every row redrawn in each frame (steps of 1,680 px over loaded rows)', 'redraw', 1.5),
    line('B4', 'thumb drag through rows that are not loaded, blocks arriving', 'thumb', 1.5),
    cheaper('wheel steps', 'wheel'),
    cheaper('every row redrawn', 'redraw'),
    cheaper('thumb drag', 'thumb'),
    {
      budget: 'B9',
      what: 'heap of the whole workspace after a 10 s scroll',
      measured: heapOf('ours'),
      peer: `react-virtual alone ${compare(rounds, 'ours', 'heap').baseline.toFixed(1)} MB · AG Grid alone ${heapOf('ag')} · glide-data-grid alone ${heapOf('glide')}`,
      limit: '≤ 45 MB',
      met: middleOf(rounds, 'ours', 'heap') <= 45,
    },
  ];
}
