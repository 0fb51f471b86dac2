import type { Figure } from '../../server/figures.ts';
import { type Bench, HOME, ms, onPage, times } from '../bench.ts';
import { cpuOf, type Tab, withTab } from '../browser.ts';
import { buildBare, buildDock, product } from '../build.ts';
import { type Front, openFront } from '../front.ts';
import { interleave, median, type Round, type Sample } from '../rounds.ts';

/** B7: twelve panels out of a stored layout, against the same panels in plain boxes and in dockview. */

const SETTLE_MS = 1_500;

async function ready({ page }: Tab, grids: number, charts: number): Promise<void> {
  await page.waitForFunction(
    ([wanted, drawn]) => {
      const panels = [...document.querySelectorAll('.ws-panel')];
      const filled = panels.filter((panel) => panel.querySelector('.ag-row[row-id]')).length;
      const canvases = panels.filter((panel) => panel.querySelector('canvas')).length;
      return filled >= wanted! && canvases >= drawn! && document.querySelector('.shell-main');
    },
    [grids, charts],
    { timeout: 60_000, polling: 100 },
  );
  await page.waitForTimeout(SETTLE_MS);
}

/** Loads the page twice: the second time finds compiled code, as a person who comes back does. */
async function reloaded(tab: Tab, grids: number, charts: number): Promise<Sample> {
  await ready(tab, grids, charts);
  await tab.page.addInitScript(() => {
    const lengths: number[] = [];
    Object.assign(window, { longTasks: lengths });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) lengths.push(entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  // A reload may get a process of its own, whose clock starts at nought: so it is read again once there.
  await tab.page.reload({ waitUntil: 'commit' });
  const cpu = await cpuOf(tab, () => ready(tab, grids, charts));
  const long = await tab.page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  return { cpu, longest: Math.max(0, ...long), panels: grids + charts };
}

const host = async (bench: Bench, front: Front, panels: number): Promise<Sample> =>
  withTab(`${front.base}${HOME}?panels=${panels}`, await bench.cookies(), (tab) =>
    reloaded(tab, panels / 2, panels / 2),
  );

/** What the panels cost: without the page around them, which is the same program in every host. */
function panelsOnly(rounds: readonly Round[], name: string): number[] {
  return rounds.map(({ baseline: [a, b], others }) => {
    const empty = others['empty']!['cpu']!;
    return (others[name]!['cpu']! - empty) / ((a['cpu']! + b['cpu']!) / 2 - empty);
  });
}

export async function benchRestore(bench: Bench): Promise<Figure[]> {
  const { base } = bench.subject;
  const fronts = {
    ours: await openFront(product, base),
    bare: await openFront(await buildBare(), base),
    dock: await openFront(await buildDock(), base),
  };
  const rounds = await interleave(
    bench.rounds,
    'cpu',
    () => host(bench, fronts.bare, 12),
    {
      ours: () => onPage(bench, 'twelve', (tab) => reloaded(tab, 6, 6), fronts.ours.base),
      dock: () => host(bench, fronts.dock, 12),
      empty: () => host(bench, fronts.bare, 0),
    },
    bench.say,
  );
  for (const front of Object.values(fronts)) front.close();
  const cpu = (name: string) => median(rounds.map(({ others }) => others[name]!['cpu']!));
  const longest = (name: string) => median(rounds.map(({ others }) => others[name]!['longest']!));
  const bare = median(rounds.flatMap(({ baseline }) => baseline.map((sample) => sample['cpu']!)));
  const ratio = median(panelsOnly(rounds, 'ours'));
  const dock = median(panelsOnly(rounds, 'dock'));
  return [
    {
      budget: 'B7',
      what: 'restore of 12 panels (6 grids, 6 charts), main-thread CPU of the panels alone',
      measured: `${times(ratio)}: ${ms(cpu('ours'))} with the page around them (${ms(cpu('empty'))} without panels), longest task ${ms(longest('ours'))}`,
      peer: `bare React ${ms(bare)} · dockview ${ms(cpu('dock'))} = ${times(dock)}, longest task ${ms(longest('dock'))}`,
      limit: '≤ 1.15 × bare React',
      met: ratio <= 1.15,
    },
  ];
}
