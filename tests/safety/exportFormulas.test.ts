import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job } from '../../contract/calls.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { snake } from '../../server/engine/sql.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { type EngineWorld, engineWorld } from '../api/engineWorld.ts';

let world: EngineWorld;
let worker: Awaited<ReturnType<typeof startWorker>>;

beforeAll(async () => {
  world = await engineWorld();
  await world.as.admin.command('collectOrder/settle', { ids: [await world.paid('lone')] });
  await world.order('lone');
  worker = await startWorker(world.server.deps);
});
afterAll(async () => {
  await worker.stop();
  await world.stop();
});

/** A bare line break, a second cell for some readers, and what is trimmed before a formula. */
const HOSTILE = ['x\n=1+1', 'x\r@SUM(1)', '\t-2+3', 'x;=1+1', ' +1', '\u200b=1', '\uff1d1', 'x\u2028=1'];
const STARTS_FORMULA = /^[\s"\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** Amounts are typed by us, and a negative one is a number for every reader. */
const NUMBER = /^-\d+(\.\d+)?$/;

/** Writes the text into every row of a free-text column; false where its rules refuse it. */
async function planted(resource: Resource, field: string, text: string): Promise<boolean> {
  const column = snake(field);
  const client = await world.server.database.owner.connect();
  try {
    const { rowCount } = await client.query(`update ${snake(resource.id)} set ${column} = $1 || id::text`, [
      text,
    ]);
    return (rowCount ?? 0) > 0;
  } catch {
    return false;
  } finally {
    client.release();
  }
}

async function exported(resource: string, columns: string[]): Promise<string> {
  const { jobId } = await world.as.admin.call<{ jobId: string }>(`${resource}/export`, {
    format: 'csv',
    columns,
  });
  for (;;) {
    const job = await world.as.admin.call<Job>(`jobs/detail?id=${jobId}`);
    if (job.status === 'done') break;
    expect(['queued', 'running']).toContain(job.status);
    await sleep(20);
  }
  const file = await fetch(`${world.server.base}/api/jobs/file?id=${jobId}`, {
    headers: { Authorization: `Bearer ${world.as.admin.token}` },
  });
  return Buffer.from(await file.arrayBuffer()).toString('utf8');
}

const exportable = [...resources.values()].filter(({ crud }) => crud.export);

it('no export of any resource holds a cell or a physical line that starts a formula', async () => {
  let hostileCells = 0;
  for (const resource of exportable) {
    const texts = Object.entries(resource.fields).filter(
      ([, { kind }]) => kind === 'text' || kind === 'json',
    );
    const columns = Object.entries(resource.fields).filter(
      ([, field]) => field.kind !== 'secret' && !field.formOnly,
    );
    for (const [at, [name]] of texts.entries()) {
      for (const text of [...HOSTILE.slice(at % HOSTILE.length), ...HOSTILE])
        if (await planted(resource, name, text)) {
          hostileCells += 1;
          break;
        }
    }
    const file = await exported(
      resource.id,
      columns.map(([name]) => name),
    );
    for (const line of file.slice(1).split(/\r\n|[\r\n\u2028]/))
      if (!NUMBER.test(line.split(',', 1)[0] ?? '')) expect(line, resource.id).not.toMatch(STARTS_FORMULA);
    for (const row of parse(file, { bom: true }) as string[][])
      for (const cell of row) if (!NUMBER.test(cell)) expect(cell, resource.id).not.toMatch(STARTS_FORMULA);
  }
  // Orders, merchants, logs and accounts have rows here: the test is void where nothing could be planted.
  expect(hostileCells).toBeGreaterThan(30);
});
