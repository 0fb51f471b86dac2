import { randomUUID } from 'node:crypto';
import { type Figure, percentile, spread } from '../../server/figures.ts';
import { type Bench, onPage } from '../bench.ts';
import type { Tab } from '../browser.ts';
import { gridReady, OURS } from '../grids.ts';

/** B14 at the client: from a command's commit to the cell that shows it, twelve panels being open. */

const COMMANDS = 12;
/** The wide grid, and the column that a claim changes. */
const WIDE = { scroller: '[data-scope="p0"] .ag-grid-viewport', row: OURS.row };
const CLAIMED = 'claimedBy';

const now = (): number => performance.timeOrigin + performance.now();

/** Rows on screen whose claim can be taken and given back. */
async function claimable(bench: Bench, { page }: Tab): Promise<string[]> {
  const ids = await page.evaluate(
    ({ scroller, row }) =>
      [...document.querySelectorAll(`${scroller} ${row}`)].map((each) => each.getAttribute('row-id')!),
    WIDE,
  );
  const { done } = await bench.subject.call<{ done: string[] }>(
    'collectOrder/claim',
    { ids: [...new Set(ids)], dryRun: true },
    { 'Idempotency-Key': randomUUID() },
  );
  return done.slice(0, 6);
}

/** Resolves with the wall time of the frame that painted another text in the row's cell. */
function changed({ page }: Tab, id: string): Promise<number> {
  return page.evaluate(
    async ({ scroller, id, column }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const cell = () =>
        document.querySelector(`${scroller} .ag-row[row-id="${id}"] [col-id="${column}"]`)?.textContent ?? '';
      const before = cell().replace(/\d/g, '');
      const began = performance.now();
      while (cell().replace(/\d/g, '') === before) {
        await frame();
        if (performance.now() - began > 20_000) throw new Error(`the change of ${id} never showed`);
      }
      await frame();
      return performance.timeOrigin + performance.now();
    },
    { scroller: WIDE.scroller, id, column: CLAIMED },
  );
}

async function once(
  bench: Bench,
  tab: Tab,
  verb: string,
  id: string,
): Promise<{ sent: number; answered: number }> {
  const painted = changed(tab, id);
  await tab.page.waitForTimeout(300 + Math.random() * 200);
  const sent = now();
  await bench.subject.call(`collectOrder/${verb}`, { ids: [id] }, { 'Idempotency-Key': randomUUID() });
  const answered = now();
  const at = await painted;
  return { sent: at - sent, answered: at - answered };
}

export async function benchPaint(bench: Bench): Promise<Figure[]> {
  const delays: { sent: number; answered: number }[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    await onPage(bench, 'wide', async (tab) => {
      await gridReady(tab);
      await tab.page.waitForFunction(
        () => document.querySelectorAll('.ws-panel canvas').length >= 6,
        undefined,
        {
          timeout: 60_000,
        },
      );
      const ids = await claimable(bench, tab);
      if (ids.length === 0) throw new Error('no order on screen can be claimed');
      for (let at = 0; at < COMMANDS; at += 1)
        delays.push(
          await once(
            bench,
            tab,
            at < COMMANDS / 2 ? 'claim' : 'unclaim',
            ids[(at % ids.length) % (COMMANDS / 2)]!,
          ),
        );
    });
    bench.say(`round ${round + 1}: ${spread(delays.map((each) => each.sent))}`);
  }
  const sent = delays.map((each) => each.sent);
  return [
    {
      budget: 'B14',
      what: 'from sending a command to the painted cell, 12 panels open (the commit lies between)',
      measured: `${spread(sent)}; after the command's answer ${spread(delays.map((each) => each.answered))}`,
      peer: '',
      limit: 'p95 ≤ 300 ms',
      met: percentile(sent, 0.95) <= 300,
    },
  ];
}
