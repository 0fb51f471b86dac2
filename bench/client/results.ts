import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, report } from '../server/figures.ts';

/** The client's section of bench/RESULTS.md. */

const SECTION = 'Client (npm run bench:client)';
const PRODUCT = [
  'react',
  'ag-grid-community',
  '@tanstack/react-virtual',
  'flexlayout-react',
  'echarts',
  '@playwright/test',
];
const PEERS = ['@glideapps/glide-data-grid', 'dockview-react', 'react'];

const peerVersion = (name: string): string => {
  const file = join(import.meta.dirname, '..', 'node_modules', name, 'package.json');
  return `${name} ${JSON.parse(readFileSync(file, 'utf8')).version}`;
};

export interface Circumstances {
  orders: number;
  rounds: number;
  chromium: string;
}

export function write(figures: readonly Figure[], { orders, rounds, chromium }: Circumstances): void {
  report(SECTION, figures, PRODUCT, [
    'CPU is the thread time of the main thread of a fresh browser for each subject; a ratio is the median of the ratios of the rounds, and a round whose two baselines differ by more than 10 % does not count; frame and paint times are wall time and mean something on a quiet machine only',
    `${orders.toLocaleString('en')} orders, ${rounds} rounds`,
    `Chromium ${chromium}`,
    `peers: ${PEERS.map(peerVersion).join(', ')} (that React for glide-data-grid alone)`,
  ]);
}

/** What a part of a run found, for the eye only. */
export function show(figures: readonly Figure[]): void {
  for (const { budget, what, measured, peer, limit, met } of figures)
    process.stdout.write(
      `\n${budget.padEnd(4)} ${met ? 'met   ' : 'MISSED'} ${what}\n     ${measured} (${limit})\n${peer && `     ${peer}\n`}`,
    );
  process.stdout.write('\nNot a whole run: bench/RESULTS.md stays as it was.\n');
}
