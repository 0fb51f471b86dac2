import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineRemark } from '../../contract/remark.ts';
import { failOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { exportedText } from '../support/jobs.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';
import { type UpstreamTalk, upstreamTalk } from './upstreamWorld.ts';

describe('the reason that an upstream gives', () => {
  let talk: UpstreamTalk;
  beforeAll(async () => {
    talk = await upstreamTalk();
    await talk.fresh();
  });
  afterAll(() => talk?.stop());

  it.each([
    ['collect', 'fail'],
    ['pay', 'retry'],
  ] as const)('of a %s stands in the log as its words', async (kind, event) => {
    const order = await talk.submitted(kind);
    await talk.tell(order, { state: 'failed', reason: '余额不足' });
    expect(await talk.logOf(order)).toContainEqual({ event, remark: '@upstream:余额不足' });
  });
});

describe('a remark that nobody wrote', () => {
  let world: EngineWorld;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let id = '';
  const forged = machineRemark('upstream', 'forged');

  beforeAll(async () => {
    world = await engineWorld();
    id = await world.order('lone');
    const { pool } = world.server.database;
    await transact(pool, (tx) => failOrder(tx, id, machineRemark('upstream', '余额不足'), new Date()));
    await pool.query(
      `insert into order_log (id, order_id, order_no, merchant_id, event, operator, remark, resource)
       select $1, id, order_no, merchant_id, 'notify', 'all', $3, 'collectOrder' from collect_order where id = $2`,
      [newId(), id, forged],
    );
    worker = await startWorker(world.server.deps);
  });
  afterAll(async () => {
    await worker.stop();
    await world.stop();
  });

  it('is exported in the language of who exports; what a person wrote stays as it is', async () => {
    const columns = ['event', 'remark'];
    const text = await exportedText(world.server.base, world.as.all, 'orderLog', { columns });
    expect(text).toContain('Upstream: “余额不足”');
    expect(text).toContain(forged);
    expect(text).not.toContain('\u0001');
  });

  it.each(['fundDetail', 'transaction'])('is exported so with its postings: %s', async (resource) => {
    const { pool } = world.server.database;
    await world.paid('lone');
    const remark = machineRemark('upstream', '余额不足');
    // The server cannot write posted rows.
    const { rows } = await world.server.database.owner.query<{ id: string }>(
      "update journal_entry set remark = $1, operator = 'system' where kind = 'collection' returning id::text",
      [remark],
    );
    expect(rows.length).toBeGreaterThan(0);
    await world.server.database.owner.query(
      "update fund_detail set remark = $1, operator = 'system' where id = (select max(id) from fund_detail)",
      [remark],
    );
    expect(
      (await pool.query('select from fund_detail where remark = $1', [remark])).rowCount,
    ).toBeGreaterThan(0);
    const columns = ['remark'];
    const text = await exportedText(world.server.base, world.as.all, resource, { columns });
    expect(text).toContain('Upstream: “余额不足”');
    expect(text).not.toContain('@upstream');
  });

  it('is in words for a merchant, to whom nobody’s hand is the platform', async () => {
    const { timeline } = await world.as.merchant.call<{ timeline: { event?: string; remark?: string }[] }>(
      `collectOrder/detail?id=${id}`,
    );
    const remarks = new Set(timeline.map(({ remark }) => remark).filter(Boolean));
    expect(remarks).toEqual(new Set([forged, 'Upstream: “余额不足”']));
  });
});
