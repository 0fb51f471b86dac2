import { type Figure, spread } from '../../server/figures.ts';
import { type Bench, HOME, ms, onPage } from '../bench.ts';
import { cpuOf, type Tab, withTab } from '../browser.ts';
import { buildDock } from '../build.ts';
import { openFront } from '../front.ts';
import { gridReady } from '../grids.ts';
import { median } from '../rounds.ts';

/** B8: opening a grid as a new tab, and going back to one that is mounted. */

const SETTLE_MS = 600;
const OPENINGS = 5;
const SWITCHES = 8;
const FUNDS = '[data-view="fundDetail"]';

interface Times {
  /** The first opening, which also compiles the view's code. */
  first: number;
  open: number[];
  switch: number[];
}

interface Host {
  open(tab: Tab): Promise<unknown>;
  close(tab: Tab): Promise<unknown>;
  select(tab: Tab, view: string): Promise<unknown>;
}

/** CPU of one action until its rows are there and what follows is over, without what the page takes anyway. */
async function costOf(tab: Tab, action: () => Promise<unknown>, seen: string): Promise<number> {
  const idle = await cpuOf(tab, () => tab.page.waitForTimeout(SETTLE_MS));
  const began = performance.now();
  const cpu = await cpuOf(tab, async () => {
    await action();
    await tab.page.waitForFunction(
      (target) => document.querySelector(target)?.checkVisibility(),
      `${seen} .ag-row[row-id]`,
      { polling: 50 },
    );
    await tab.page.waitForTimeout(SETTLE_MS);
  });
  return Math.max(0, cpu - (idle * (performance.now() - began)) / SETTLE_MS);
}

async function measure(tab: Tab, host: Host): Promise<Times> {
  await gridReady(tab);
  const opened: number[] = [];
  for (let at = 0; at <= OPENINGS; at += 1) {
    opened.push(await costOf(tab, () => host.open(tab), FUNDS));
    if (at === OPENINGS) break;
    await host.close(tab);
    await tab.page.waitForTimeout(SETTLE_MS);
  }
  const [first = Number.NaN, ...open] = opened;
  const switched: number[] = [];
  for (let at = 0; at < SWITCHES; at += 1) {
    const view = at % 2 === 0 ? 'collectOrder' : 'fundDetail';
    switched.push(await costOf(tab, () => host.select(tab, view), `[data-view="${view}"]`));
  }
  return { first, open, switch: switched };
}

const click = (tab: Tab, selector: string) =>
  tab.page.evaluate((target) => document.querySelector<HTMLElement>(target)!.click(), selector);

const ours: Host = {
  open: (tab) => click(tab, '[data-menu="fundDetail"]'),
  close: (tab) => tab.page.locator('.flexlayout__tab_button_trailing').last().click(),
  select: (tab, view) =>
    tab.page
      .locator('.flexlayout__tab_button')
      .nth(view === 'collectOrder' ? 0 : 1)
      .click(),
};

interface Dock {
  addPanel(panel: object): void;
  removePanel(panel: unknown): void;
  getPanel(id: string): { api: { setActive(): void } } | undefined;
}

const inDock = (tab: Tab, action: 'open' | 'close' | 'select', id: string) =>
  tab.page.evaluate(
    ([what, panel]) => {
      const { dock } = window as unknown as { dock: Dock };
      if (what === 'open')
        dock.addPanel({ id: panel, component: 'panel', title: panel, params: { view: 'fundDetail' } });
      else if (what === 'close') dock.removePanel(dock.getPanel(panel!));
      else dock.getPanel(panel!)!.api.setActive();
    },
    [action, id],
  );

const dockview: Host = {
  open: (tab) => inDock(tab, 'open', 'funds'),
  close: (tab) => inDock(tab, 'close', 'funds'),
  select: (tab, view) => inDock(tab, 'select', view === 'collectOrder' ? 'p0' : 'funds'),
};

export async function benchTabs(bench: Bench): Promise<Figure[]> {
  const front = await openFront(await buildDock(), bench.subject.base);
  const own: Times[] = [];
  const peer: Times[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    own.push(await onPage(bench, 'one', (tab) => measure(tab, ours)));
    const address = `${front.base}${HOME}?panels=1`;
    peer.push(await withTab(address, await bench.cookies(), (tab) => measure(tab, dockview)));
    bench.say(
      `round ${round + 1}: open ${ms(median(own.at(-1)!.open))}, switch ${ms(median(own.at(-1)!.switch))}`,
    );
  }
  front.close();
  const all = (times: Times[], what: 'open' | 'switch') => times.flatMap((each) => each[what]);
  const line = (what: 'open' | 'switch', text: string, limit: number, more: string): Figure => ({
    budget: 'B8',
    what: text,
    measured: `${spread(all(own, what))}${more}`,
    peer: `the same views in dockview ${spread(all(peer, what))}`,
    limit: `≤ ${limit} ms`,
    met: median(all(own, what)) <= limit,
  });
  const first = median(own.map((each) => each.first));
  return [
    line('open', 'open a grid in a new tab, CPU', 110, `; the very first, with its code, ${ms(first)}`),
    line('switch', 'switch to a mounted grid tab, CPU', 40, ''),
  ];
}
