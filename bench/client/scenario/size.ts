import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Figure } from '../../server/figures.ts';
import { type Bench, ROOT, onPage } from '../bench.ts';
import { type Tab, withTab } from '../browser.ts';

/** B1 and B2: what the built client weighs by its manifest, and what really came over the line. */

const root = join(import.meta.dirname, '..', '..', '..');

/** The figures of the check that every build passes: `name size kB of limit kB`. */
function budgets(): Map<string, { size: number; limit: number }> {
  const { stdout } = spawnSync(process.execPath, [join(root, 'scripts', 'budget.ts')], { encoding: 'utf8' });
  const lines = [...stdout.matchAll(/^(.+?)\s+([\d.]+) kB of (\d+) kB/gm)];
  if (lines.length === 0) throw new Error(`scripts/budget.ts gave no figures:\n${stdout}`);
  return new Map(
    lines.map(([, name, size, limit]) => [name!.trim(), { size: Number(size), limit: Number(limit) }]),
  );
}

/** Bytes of scripts as they came over the line while `work` ran, in kB. */
async function transferred({ cdp, page }: Tab, address: string, ready: string): Promise<number> {
  const scripts = new Set<string>();
  let bytes = 0;
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  cdp.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address);
  await page.waitForSelector(ready);
  await page.waitForTimeout(1000);
  return bytes / 1000;
}

export async function benchSize(bench: Bench): Promise<Figure[]> {
  const { base } = bench.subject;
  const signIn = await withTab('about:blank', [], (tab) =>
    transferred(tab, `${base}/login`, '[name="account"]'),
  );
  const oneGrid = await onPage(bench, 'one', async (tab) => {
    return transferred(tab, base + ROOT, '[data-view="collectOrder"] .ag-row[row-id]');
  });
  const measured = budgets();
  const line = (budget: string, name: string, what: string, served?: number): Figure => {
    const { size, limit } = measured.get(name) ?? { size: Number.NaN, limit: 0 };
    const came = served === undefined ? '' : `; ${served.toFixed(1)} kB of scripts came over the line`;
    return {
      budget,
      what,
      measured: `${size.toFixed(1)} kB${came}`,
      peer: '',
      limit: `≤ ${limit} kB`,
      met: size <= limit,
    };
  };
  return [
    line('B1', 'sign-in page', 'JavaScript before sign-in, brotli', signIn),
    line('B2', 'workspace shell', 'workspace before any panel'),
    line('B2', 'shell with one grid', 'workspace with one grid', oneGrid),
    line('B2', 'the first chart adds', 'the first chart adds'),
  ];
}
