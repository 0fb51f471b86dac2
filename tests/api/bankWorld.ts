import { newId } from '../../server/platform/db/id.ts';
import type { TestServer } from '../support/server.ts';
import { fund, makePayoutWorld, type PayoutWorld } from '../safety/payoutWorld.ts';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import { makeWorld, type World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { processBatch } from '../../server/domain/reconciliation/batch.ts';

/** A small platform with one bank account, and a member of staff who may do everything about bills. */
export interface BankWorld extends World {
  accountId: string;
  finance: Client;
}

const PARSER = {
  date: 'Date',
  reference: 'Ref',
  credit: 'Credit',
  debit: 'Debit',
  payer: 'Name',
  description: 'Text',
  zone: 'UTC',
  // Most files of these tests have no balances; `bank.proof` is about those that have.
  matchUnproven: true,
};
export const HEADER = 'Date,Ref,Credit,Debit,Name,Text\n';

export async function makeBankWorld(server: TestServer, of?: World): Promise<BankWorld> {
  const { pool } = server.database;
  const world = of ?? (await makeWorld(pool));
  const [person] = await makeStaff(pool, world, 1);
  const typeId = newId();
  const accountId = newId();
  await pool.query(
    `insert into bank_type (id, name, code, currency, parser) values ($1, $2, $2, 'INR', $3)`,
    [typeId, `Bank ${typeId}`, JSON.stringify(PARSER)],
  );
  await pool.query(
    `insert into bank_account (id, tenant_id, bank_type_id, name, account_no, currency) values ($1, $2, $3, $4, $4, 'INR')`,
    [accountId, world.tenantId, typeId, `Account ${accountId}`],
  );
  return { ...world, accountId, finance: await server.signIn(person!.account, PASSWORD) };
}

/** The same where payouts leave too, from what its merchants have: `funds` in INR each. */
export async function makePayingBankWorld(
  server: TestServer,
  funds: string,
  tenantId?: string,
): Promise<PayoutWorld & BankWorld> {
  const { pool } = server.database;
  const payouts = await makePayoutWorld(pool, () => 'http://127.0.0.1:9', undefined, tenantId);
  const world = { ...payouts, ...(await makeBankWorld(server, payouts)) };
  for (const merchantId of [world.merchantId, world.loneId]) await fund(pool, merchantId, funds);
  return world;
}

/** A statement sent as a person sends it. */
export async function upload(
  server: TestServer,
  client: Client,
  accountId: string,
  content: string | Uint8Array,
  more = '',
): Promise<{ code: number; id: string; errorCode: string | undefined; message: unknown }> {
  const response = await fetch(
    `${server.base}/api/bankBatch/upload?bankAccountId=${accountId}&fileName=march.csv${more}`,
    {
      method: 'POST',
      body: content as BodyInit,
      headers: {
        'Content-Type': 'text/csv',
        Authorization: `Bearer ${client.token}`,
        'Accept-Language': 'en',
      },
    },
  );
  const answer = (await response.json()) as {
    code: number;
    message: unknown;
    result: { id: string } | null;
    extras: { errorCode?: string } | null;
  };
  return {
    code: answer.code,
    id: answer.result?.id ?? '',
    errorCode: answer.extras?.errorCode,
    message: answer.message,
  };
}

/** Uploads and lets the worker have its turn; `match` also lets the rules match. */
export async function take(
  server: TestServer,
  world: BankWorld,
  lines: string,
  match = false,
): Promise<string> {
  const { id, message } = await upload(
    server,
    world.finance,
    world.accountId,
    HEADER + lines,
    `&autoMatch=${match}`,
  );
  if (!id) throw new Error(JSON.stringify(message));
  await processBatch(server.deps, id);
  return id;
}

export interface BillState {
  id: string;
  line: number;
  status: number;
  effect: string | null;
  orderNo: string | null;
  candidateNo: string | null;
  score: number | null;
  billNo: string;
  repeats: string | null;
}

export async function billsOf(server: TestServer, batchId: string): Promise<BillState[]> {
  const { rows } = await server.database.pool.query<BillState>(
    `select id::text, line, status, effect, order_no as "orderNo", candidate_no as "candidateNo", score,
       bill_no as "billNo", repeats
     from bank_bill where batch_id = $1 order by line`,
    [batchId],
  );
  return rows;
}

export interface OrderState {
  orderNo: string;
  status: number;
  utr: string | null;
  paid: string | null;
}

export async function orderOf(server: TestServer, id: string, table = 'collect_order'): Promise<OrderState> {
  const paid = table === 'collect_order' ? 'trim_scale(paid_amount)::text' : 'null::text';
  const { rows } = await server.database.pool.query<OrderState>(
    `select order_no as "orderNo", status, utr, ${paid} as paid from ${table} where id = $1`,
    [id],
  );
  return rows[0]!;
}

/** The minute a statement of now would print. */
export const stamp = (at = new Date()): string => at.toISOString().slice(0, 16).replace('T', ' ');

/** What suspense holds for an order. */
export async function suspendedOf(server: TestServer, orderId: string): Promise<string> {
  const { rows } = await server.database.pool.query<{ held: string }>(
    `select coalesce(sum(p.amount), 0)::float::text as held from journal_entry e join platform_posting p on p.entry_id = e.id
     where e.order_id = $1 and p.account = 'suspense'`,
    [orderId],
  );
  return rows[0]!.held;
}
