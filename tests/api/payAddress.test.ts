import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { exportedText } from '../support/jobs.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

const PUBLIC = "https://pay.example.com/o'desk";
const whole = `${PUBLIC}/pay/K1`;
const elsewhere = 'https://bank.example/p/2';

let world: EngineWorld;
let worker: Awaited<ReturnType<typeof startWorker>>;
let [ours, theirs, none] = ['', '', ''];

beforeAll(async () => {
  world = await engineWorld({ publicUrl: PUBLIC });
  [ours, theirs, none] = [await world.order('lone'), await world.order('lone'), await world.order('lone')];
  const put = (id: string, url: string) =>
    world.server.database.pool.query('update collect_order set pay_url = $2 where id = $1', [id, url]);
  await put(ours, '/pay/K1');
  await put(theirs, elsewhere);
  worker = await startWorker(world.server.deps);
});
afterAll(async () => {
  await worker.stop();
  await world.stop();
});

it('completes a pay URL that is kept as a path, in lists, details and for merchants alike', async () => {
  const rows = async (who: 'all' | 'merchant') => {
    const { items } = await world.as[who].call<{ items: { id: string; payUrl: string | null }[] }>(
      'collectOrder/page',
      {},
    );
    return Object.fromEntries(items.map(({ id, payUrl }) => [id, payUrl]));
  };
  for (const who of ['all', 'merchant'] as const)
    expect(await rows(who)).toMatchObject({ [ours]: whole, [theirs]: elsewhere, [none]: null });
  expect(await world.as.all.call(`collectOrder/detail?id=${ours}`)).toMatchObject({ payUrl: whole });
});

it('exports it whole', async () => {
  const text = await exportedText(world.server.base, world.as.all, 'collectOrder', { columns: ['payUrl'] });
  expect(text).toContain(whole);
  expect(text).toContain(elsewhere);
});
