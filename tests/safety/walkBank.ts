import type { bankBatch } from '../../contract/resources/bank/bankBatch.ts';
import type { bankBill } from '../../contract/resources/bank/bankBill.ts';
import { newId } from '../../server/platform/db/id.ts';
import { billsOf, orderOf, stamp, take } from '../api/bankWorld.ts';
import { type Cases, payingOrder, REASON, type WalkWorld } from './walkWorld.ts';
import { paidOrder, utr } from './world.ts';

const lineOf = (reference: string, amount: string, text: string = newId()): string =>
  `${stamp()},${reference},${amount},,,${text}`;

/** A line of the bank that no order is matched with. */
async function billOf(
  { server, world }: WalkWorld,
  amount: string,
  reference = utr(),
  match = false,
): Promise<string> {
  const batch = await take(server, world, lineOf(reference, amount), match);
  return (await billsOf(server, batch))[0]!.id;
}

/** The line of an order that its upstream reported. */
async function tied(walk: WalkWorld): Promise<string> {
  const order = await paidOrder(walk.server.database.pool, walk.world);
  const { utr: reference } = await orderOf(walk.server, order);
  return billOf(walk, '1000', reference!, true);
}

/** The second of two lines that say the same. */
async function duplicate({ server, world }: WalkWorld): Promise<string> {
  const reference = utr();
  const lines = ['one', 'two'].map((text) => lineOf(reference, '1120', text));
  const bills = await billsOf(server, await take(server, world, lines.join('\n')));
  return bills[1]!.id;
}

export const bankBillCases: Cases<typeof bankBill> = {
  async match(walk) {
    const bill = await billOf(walk, '1000');
    const { orderNo } = await orderOf(walk.server, await payingOrder(walk));
    return { ids: [bill], input: { orderNo } };
  },
  async autoMatch(walk) {
    const [reference, order] = [utr(), await payingOrder(walk, '1011')];
    const bill = await billOf(walk, '1011', reference);
    await walk.sql('update collect_order set utr = $2 where id = $1', [order, reference]);
    return { ids: [bill] };
  },
  ignore: async (walk) => ({ ids: [await billOf(walk, '17')] }),
  unmatch: async (walk) => ({ ids: [await tied(walk)] }),
  separate: async (walk) => ({ ids: [await duplicate(walk)], input: REASON }),
};

/** A statement whose line is matched with an order, or waits. */
async function batchOf({ server, world }: WalkWorld, match = true): Promise<string> {
  const order = await paidOrder(server.database.pool, world);
  const { utr: reference } = await orderOf(server, order);
  return take(server, world, lineOf(reference!, '1000'), match);
}

async function anotherAccount({ sql, world }: WalkWorld): Promise<string> {
  const id = newId();
  await sql(
    `insert into bank_account (id, tenant_id, bank_type_id, name, account_no, currency)
     select $1, tenant_id, bank_type_id, $2, $2, currency from bank_account where id = $3`,
    [id, `Account ${id}`, world.accountId],
  );
  return id;
}

export const bankBatchCases: Cases<typeof bankBatch> = {
  rerun: async (walk) => ({ ids: [await batchOf(walk)] }),
  move: async (walk) => ({
    ids: [await batchOf(walk)],
    input: { toAccountId: await anotherAccount(walk), ...REASON },
  }),
  withdraw: async (walk) => ({ ids: [await batchOf(walk, false)], input: REASON }),
  async release(walk) {
    const id = await batchOf(walk, false);
    await walk.sql('update bank_batch set held = true where id = $1', [id]);
    return { ids: [id], input: REASON };
  },
  readAgain: async (walk) => ({ ids: [await batchOf(walk, false)], input: REASON }),
};
