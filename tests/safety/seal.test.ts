import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, sealChain, verifyChain } from '../../server/ledger/seal.ts';
import { freshDatabase } from '../support/database.ts';
import { settleDirectly } from './direct.ts';
import { makeWorld, paidOrder } from './world.ts';

const database = await freshDatabase();
const { owner, pool: server } = database;
afterAll(() => database.drop());

describe('seals over order log and ledger', () => {
  let orderId: string;

  beforeAll(async () => {
    const world = await makeWorld(server);
    orderId = await paidOrder(server, world);
    await settleDirectly(server, orderId);
    await new Promise((done) => setTimeout(done, 20));
    for (const chain of ['order_log', 'ledger'] as const) {
      expect((await sealChain(server, chain, { settleSeconds: 0 })).rows).toBeGreaterThan(0);
      expect(await verifyChain(server, chain)).toEqual([]);
    }
  });

  /** Edits as the owner, looks with the verifier, and puts everything back. */
  async function edited(chain: Chain, ...statements: string[]) {
    const tx = await owner.connect();
    try {
      await tx.query('begin');
      for (const statement of statements)
        await tx.query(statement, statement.includes('$1') ? [orderId] : []);
      return await verifyChain({ query: tx.query.bind(tx) } as typeof owner, chain);
    } finally {
      await tx.query('rollback');
      tx.release();
    }
  }

  const idOf = async (text: string): Promise<string> => (await owner.query(text, [orderId])).rows[0].id;

  it('names the edited row of the log', async () => {
    const id = await idOf(`select id::text from order_log where order_id = $1 and event = 'paid'`);
    const faults = await edited(
      'order_log',
      `update order_log set remark = 'x' where order_id = $1 and event = 'paid'`,
    );
    expect(faults).toEqual([expect.objectContaining({ chain: 'order_log', rowId: id, problem: 'changed' })]);
  });

  it('names the entry whose leg was edited', async () => {
    const id = await idOf(`select id::text from journal_entry where order_id = $1 and kind = 'settlement'`);
    const faults = await edited(
      'ledger',
      `update fund_detail set operator = 'x' where type = 7 and account = 2 and order_id = $1`,
    );
    expect(faults).toEqual([expect.objectContaining({ chain: 'ledger', rowId: id, problem: 'changed' })]);
  });

  it('names rows that were deleted or slipped in', async () => {
    const id = await idOf(`select id::text from order_log where order_id = $1 and event = 'paid'`);
    const gone = await edited('order_log', `delete from order_log where order_id = $1 and event = 'paid'`);
    expect(gone).toEqual([expect.objectContaining({ rowId: id, problem: 'missing' })]);
    const added = await edited(
      'order_log',
      `insert into order_log (id, order_id, order_no, merchant_id, event, operator)
       select id - 1, order_id, order_no, merchant_id, 'notify', 'x' from order_log where order_id = $1 and event = 'paid'`,
    );
    expect(added).toEqual([expect.objectContaining({ rowId: String(BigInt(id) - 1n), problem: 'added' })]);
  });

  it('sees a seal that was edited or taken out', async () => {
    const last = `(select max(id) from seal where chain = 'ledger')`;
    const faults = await edited('ledger', `update seal set leaves = leaves || '\\x00' where id = ${last}`);
    expect(faults.map((fault) => fault.problem)).toContain('seal edited');
    const broken = await edited('ledger', `update seal set previous_hash = sha256('x') where id = ${last}`);
    expect(broken.map((fault) => fault.problem)).toEqual(['chain broken', 'seal edited']);
  });

  it('has nothing to seal twice', async () => {
    expect((await sealChain(server, 'ledger', { settleSeconds: 60 })).rows).toBe(0);
  });
});
