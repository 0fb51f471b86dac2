import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { type Figure, percentile, report } from '../server/figures.ts';
import { PASSWORD, startSubject } from '../server/subject.ts';
import { heap, openTab, scrollCost, signIn, type Tab } from './browser.ts';

const ROUNDS = 3;
const FRAMES = 120;
const GRID = '[data-view="collectOrder"] .ag-body-viewport';
const ROW = '[data-view="collectOrder"] .ag-row[row-id]';
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);

/** Builds the bare react-virtual table and serves it. */
async function servePeer(): Promise<{ base: string; close(): void }> {
  const root = join(import.meta.dirname, 'peer');
  const outDir = join(import.meta.dirname, '..', '..', '.cache', 'bench-peer');
  await build({ root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const name = path === '/' ? 'index.html' : path.slice(1);
    response.setHeader('Content-Type', types[extname(name)] ?? 'text/plain');
    response.end(readFileSync(join(outDir, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    base: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`,
    close: () => server.close(),
  };
}

async function openOrders(base: string): Promise<Tab> {
  const tab = await openTab();
  await signIn(tab, base, PASSWORD, '/order/collectOrder');
  await tab.page.waitForSelector(ROW, { timeout: 60_000 });
  await tab.page.waitForTimeout(3000);
  return tab;
}

const median = (values: readonly number[]) => percentile(values, 0.5);
const peer = await servePeer();
const subject = await startSubject({ dataDir: join(tmpdir(), 'paydesk-bench-client'), orders: ORDERS });
const wheel: number[] = [];
const thumb: number[] = [];
const costs = {
  wheel: [] as number[],
  peerWheel: [] as number[],
  thumb: [] as number[],
  peerThumb: [] as number[],
};
const jumps: number[] = [];
const heaps: number[] = [];

for (let round = 0; round < ROUNDS; round += 1) {
  const bare = await openTab();
  const ours = await openOrders(subject.base);
  const box = await ours.page.locator(GRID).boundingBox();
  await bare.page.goto(
    `${peer.base}?w=${Math.round(box?.width ?? 1000)}&h=${Math.round(box?.height ?? 400)}`,
  );
  await bare.page.waitForSelector('.cell');
  await scrollCost(bare, '#viewport', 84, 30);
  await scrollCost(ours, GRID, 84, 30);
  const bareWheel = await scrollCost(bare, '#viewport', 84, FRAMES);
  const ourWheel = await scrollCost(ours, GRID, 84, FRAMES);
  const bareThumb = await scrollCost(bare, '#viewport', 1680, FRAMES);
  const ourThumb = await scrollCost(ours, GRID, 1680, FRAMES);
  costs.peerWheel.push(bareWheel);
  costs.wheel.push(ourWheel);
  costs.peerThumb.push(bareThumb);
  costs.thumb.push(ourThumb);
  wheel.push(ourWheel / bareWheel);
  thumb.push(ourThumb / bareThumb);
  for (let jump = 0; jump < 5; jump += 1) {
    const began = performance.now();
    const top = Math.floor(((jump + 1) / 7) * ORDERS) * 26;
    await ours.page.evaluate(
      ([target, y]) => document.querySelector(target as string)?.scrollTo(0, y as number),
      [GRID, top] as const,
    );
    await ours.page.waitForFunction(
      ([target, index]) =>
        [...document.querySelectorAll(target as string)].some(
          (row) => Number(row.getAttribute('row-index')) >= (index as number),
        ),
      [ROW, Math.floor(top / 26) - 5] as const,
      { polling: 'raf' },
    );
    jumps.push(performance.now() - began);
  }
  await scrollCost(ours, GRID, 84, 600);
  await ours.page.waitForTimeout(1000);
  heaps.push(await heap(ours));
  await bare.browser.close();
  await ours.browser.close();
}
await subject.stop();
peer.close();

const ms = (value: number) => `${value.toFixed(2)} ms`;
const figures: Figure[] = [
  {
    budget: 'B3',
    what: 'wheel scroll, main-thread CPU per frame, 3 rows a frame',
    measured: ms(median(costs.wheel)),
    peer: `bare react-virtual ${ms(median(costs.peerWheel))}`,
    limit: '≤ 1.25 ×',
    met: median(wheel) <= 1.25,
  },
  {
    budget: 'B4',
    what: 'full redraw per frame, 65 rows a frame',
    measured: ms(median(costs.thumb)),
    peer: `bare react-virtual ${ms(median(costs.peerThumb))}`,
    limit: '≤ 1.5 ×',
    met: median(thumb) <= 1.5,
  },
  {
    budget: 'B5',
    what: `jump to a row of ${ORDERS.toLocaleString('en')} until a row there is painted, server answer included`,
    measured: `p50 ${ms(median(jumps))}, p95 ${ms(percentile(jumps, 0.95))}`,
    peer: '',
    limit: 'server answer + 3 frames',
    met: percentile(jumps, 0.95) <= 20 + 50 + 16,
  },
  {
    budget: 'B9',
    what: 'heap of the whole workspace after a 10 s scroll',
    measured: `${median(heaps).toFixed(1)} MB`,
    peer: '',
    limit: '≤ 45 MB',
    met: median(heaps) <= 45,
  },
];
report(`Client, ${ORDERS.toLocaleString('en')} orders (npm run bench:client)`, figures, [
  'ag-grid-community',
  '@tanstack/react-virtual',
  'react',
  '@playwright/test',
]);
