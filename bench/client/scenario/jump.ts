import { type Figure, percentile, spread } from '../../server/figures.ts';
import { type Bench, ms, onPage } from '../bench.ts';
import { cpuOf, type Tab } from '../browser.ts';
import { gridReady, OURS } from '../grids.ts';
import { median } from '../rounds.ts';
import { inPlace, ROW_PX } from '../scrolling.ts';

/** B5 and the pace of B4: jumps to any row, and a dragged thumb with its label. */

const FRAME_MS = 1000 / 60;
const JUMPS = 12;

interface Jump {
  /** From the jump until the frame after the one that showed the rows. */
  painted: number;
  /** From the server's answer until that frame. */
  after: number;
}

/** Jumps and waits for the rows of the new place; both times are taken inside the page. */
function jump({ page }: Tab, index: number): Promise<Jump> {
  return page.evaluate(
    async ({ scroller, row, top, index }) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const viewport = document.querySelector(scroller)!;
      performance.clearResourceTimings();
      await frame();
      const began = performance.now();
      viewport.scrollTop = top;
      const there = () =>
        [0, 8, 16].every((at) => viewport.querySelector(`${row}[row-index="${index + at}"]:not(.grid-wait)`));
      while (!there()) {
        await frame();
        if (performance.now() - began > 20_000) throw new Error(`row ${index} never came`);
      }
      await frame();
      const painted = performance.now();
      const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const answered = Math.max(
        began,
        ...answers
          .filter((entry) => entry.name.endsWith('/collectOrder/rows') && entry.responseEnd < painted)
          .map((entry) => entry.responseEnd),
      );
      return { painted: painted - began, after: painted - answered };
    },
    { scroller: OURS.scroller, row: OURS.row, top: index * ROW_PX, index },
  );
}

/** The rows under three points are those that the server has at these places. */
async function checked(bench: Bench, tab: Tab): Promise<void> {
  for (const { index, id } of await inPlace(tab, OURS)) {
    const { items } = await bench.subject.call<{ items: { id: string }[] }>('collectOrder/rows', {
      start: index,
      end: index + 1,
    });
    if (items[0]?.id !== id) throw new Error(`row ${index} shows ${id}, the server has ${items[0]?.id}`);
  }
}

interface Drag {
  fps: number;
  intervals: number[];
  /** Share of the frames in which the label had another text than in the frame before. */
  label: number;
}

/** Holds the thumb and moves it by a thousandth of the way in each frame. */
function drag({ page }: Tab, frames: number): Promise<Drag> {
  return page.evaluate(
    async ({ scroller, frames }) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const viewport = document.querySelector(scroller)!;
      const grid = viewport.closest('.grid-root')!;
      const bar = grid.querySelector('.ag-body-vertical-scroll')!;
      const label = grid.querySelector<HTMLElement>('.grid-scrubber')!;
      viewport.scrollTop = 0;
      bar.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      const intervals: number[] = [];
      let moved = 0;
      let text = '';
      let last = await frame();
      const began = last;
      for (let at = 0; at < frames; at += 1) {
        viewport.scrollTop += viewport.scrollHeight / 1000;
        const now = await frame();
        intervals.push(now - last);
        last = now;
        if (!label.hidden && label.textContent !== text) moved += 1;
        text = label.textContent ?? '';
      }
      document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
      return { fps: (1000 * frames) / (last - began), intervals, label: moved / frames };
    },
    { scroller: OURS.scroller, frames },
  );
}

export async function benchJump(bench: Bench): Promise<Figure[]> {
  const { frames } = bench;
  const jumps: Jump[] = [];
  const drags: Drag[] = [];
  const cpu = { jump: [] as number[], drag: [] as number[] };
  for (let round = 0; round < bench.rounds; round += 1) {
    await onPage(bench, 'one', async (tab) => {
      await gridReady(tab);
      await jump(tab, 400);
      for (let at = 1; at <= JUMPS; at += 1) {
        // Never the same places twice in a run, so that nothing is cached anywhere.
        const share = (at * 0.618 + round * 0.0173) % 1;
        const index = Math.floor(share * (bench.orders - 200)) + 50;
        cpu.jump.push(await cpuOf(tab, async () => jumps.push(await jump(tab, index))));
      }
      await checked(bench, tab);
      cpu.drag.push((await cpuOf(tab, async () => drags.push(await drag(tab, frames)))) / frames);
    });
  }
  const after = jumps.map((each) => each.after);
  const intervals = drags.flatMap((each) => each.intervals);
  const fps = median(drags.map((each) => each.fps));
  const label = Math.min(...drags.map((each) => each.label));
  return [
    {
      budget: 'B4',
      what: 'dragged thumb with its label, frames a second',
      measured: `${fps.toFixed(1)} fps at ${ms(median(cpu.drag))} of CPU a frame; between frames ${spread(intervals)}; the label moved in ${(label * 100).toFixed(0)} % of the frames`,
      peer: '',
      limit: '≥ 55 fps',
      met: fps >= 55 && label > 0.9,
    },
    {
      budget: 'B5',
      what: `jump to any row of ${bench.orders.toLocaleString('en')}: painted after the server's answer`,
      measured: `${spread(after)}; whole jump ${spread(jumps.map((each) => each.painted))}, of it ${ms(median(cpu.jump))} of CPU`,
      peer: '',
      limit: `3 frames (${ms(3 * FRAME_MS)})`,
      met: percentile(after, 0.95) <= 3 * FRAME_MS + 1,
    },
  ];
}
