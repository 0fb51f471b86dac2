import type { PoolClient } from 'pg';
import { newId } from '../../server/platform/db/id.ts';

/** A paid order's money once more, in suspense under the same reference. @returns what the invariant calls it */
export async function bookedAgain(tx: PoolClient, orderId: string): Promise<string> {
  const id = newId();
  await tx.query(
    `insert into journal_entry (id, kind, merchant_id, currency, order_id, command_key, operator)
     select $1::bigint, 'suspense', merchant_id, currency, id, $1::text, 'test' from collect_order where id = $2`,
    [id, orderId],
  );
  await tx.query(
    `insert into platform_posting (entry_id, merchant_id, account, currency, amount)
     select e.id, e.merchant_id, leg.account, 'INR', leg.amount
     from journal_entry e, (values ('upstream:0', -1000), ('suspense', 1000)) leg (account, amount) where e.id = $1`,
    [id],
  );
  await tx.query(
    `insert into payment (merchant_id, id, source, currency, amount, held, suspended, status, reference, order_kind, order_id, order_no)
     select merchant_id, $1, 'notice', currency, 1000, true, 1000, 'suspended', utr, 'collectOrder', id, order_no
     from collect_order where id = $2`,
    [id, orderId],
  );
  return `collect_order ${orderId}`;
}

/** A paid payout whose agent was given nothing. @returns what the invariant calls it */
export async function paidWithoutShare(tx: PoolClient, orderId: string, agentId: string): Promise<string> {
  const id = newId();
  await tx.query(
    `insert into pay_order (id, order_no, merchant_id, merchant_order_no, channel_id, currency, amount, fee_rate,
       fixed_fee, fee, status, agent_id, commission)
     select $1::bigint, $1::text, merchant_id, $1::text, channel_id, currency, 5, 0, 0, 0, 4, $3, 1
     from collect_order where id = $2`,
    [id, orderId, agentId],
  );
  return `pay_order ${id}`;
}

async function lastSuspended(tx: PoolClient, orderId: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `select max(id)::text as id from payment where order_id = $1 and held`,
    [orderId],
  );
  return rows[0]!.id;
}

/** Money in suspense for an order with an end, of which nobody is notified. @returns what the invariant calls it */
export async function unlisted(tx: PoolClient, orderId: string): Promise<string> {
  await bookedAgain(tx, orderId);
  return `journal_entry ${await lastSuspended(tx, orderId)}`;
}

/** A payment of more than its order was credited with. @returns what the invariant calls it */
export async function paymentRaised(tx: PoolClient, orderId: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    'update payment set amount = amount + 1 where order_id = $1 returning id::text',
    [orderId],
  );
  return `payment ${rows[0]!.id}`;
}

/** A payment that was allocated beyond its amount. @returns what the invariant calls it */
export async function allocatedTwice(tx: PoolClient, orderId: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into payment_allocation (merchant_id, payment_id, entry_id, order_id, order_no, order_merchant_id, amount)
     select a.merchant_id, a.payment_id, e.id, a.order_id, a.order_no, a.order_merchant_id, a.amount
     from payment_allocation a join journal_entry e on e.order_id = a.order_id and e.kind = 'settlement'
     where a.order_id = $1 returning payment_id::text as id`,
    [orderId],
  );
  return `payment ${rows[0]!.id}`;
}

/** An order that was credited from no payment. @returns what the invariant calls it */
export async function creditedFromNothing(tx: PoolClient, orderId: string): Promise<string> {
  const gone = 'delete from payment_allocation where order_id = $1 returning entry_id::text as id';
  const { rows } = await tx.query<{ id: string }>(gone, [orderId]);
  await tx.query('delete from payment where order_id = $1', [orderId]);
  return `journal_entry ${rows[0]!.id}`;
}

/** Money in suspense that is no payment. @returns what the invariant calls it */
export async function unknownMoney(tx: PoolClient, orderId: string): Promise<string> {
  await bookedAgain(tx, orderId);
  const id = await lastSuspended(tx, orderId);
  await tx.query('delete from payment where id = $1', [id]);
  return `journal_entry ${id}`;
}

/** A line of 999 that says it paid an order of 1000. @returns what the invariant calls it */
export async function matchedWithLess(
  tx: PoolClient,
  tenantId: string,
  orderId: string,
  entryId: string,
): Promise<string> {
  const [type, account, batch, id] = [newId(), newId(), newId(), newId()];
  await tx.query(
    `insert into bank_type (id, name, code, currency, parser) values ($1::bigint, 'B', $1::text, 'INR', '{}')`,
    [type],
  );
  await tx.query(
    `insert into bank_account (id, tenant_id, bank_type_id, name, account_no, currency)
     values ($1, $2, $3, 'A', '1', 'INR')`,
    [account, tenantId, type],
  );
  await tx.query(
    `insert into bank_batch (id, tenant_id, batch_no, bank_account_id, file_name, file_hash, file)
     values ($1::bigint, $2, $1::text, $3, 'f', $1::text, '')`,
    [batch, tenantId, account],
  );
  await tx.query(
    `insert into bank_bill (id, tenant_id, batch_id, bank_account_id, line, bill_no, direction, currency, amount,
       booked_at, status, order_id, order_no, merchant_id, effect, entry_id)
     select $2::bigint, $3, $4, $5, 2, $2::text, 1, 'INR', 999, now(), 1, id, order_no, merchant_id, 'paid', $6
     from collect_order where id = $1`,
    [orderId, id, tenantId, batch, account, entryId],
  );
  return `bank_bill ${id}`;
}

/** A code that was taken for a command. @returns whose and which */
async function codeTaken(tx: PoolClient, lastStep: number): Promise<[string, number]> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into user_otp (id, tenant_id, user_id, status, last_step)
     select $1, tenant_id, id, 1, $2 from sys_user limit 1
     on conflict (user_id) do update set last_step = excluded.last_step returning user_id::text as id`,
    [newId(), lastStep],
  );
  const taken: [string, number] = [rows[0]!.id, 58_000_000];
  await tx.query(
    `insert into otp_use (user_id, step, action, command_key) values ($1, $2, 'a', 'k1')`,
    taken,
  );
  return taken;
}

/** A code that confirmed two commands. @returns what the invariant calls it */
export async function codeTwice(tx: PoolClient): Promise<string> {
  await tx.query('alter table otp_use drop constraint otp_use_pkey');
  const taken = await codeTaken(tx, 58_000_000);
  await tx.query(
    `insert into otp_use (user_id, step, action, command_key) values ($1, $2, 'a', 'k2')`,
    taken,
  );
  return `otp_use ${taken.join('/')}`;
}

/** A code that was taken and would be taken again. @returns what the invariant calls it */
export const codeAgain = async (tx: PoolClient): Promise<string> =>
  `otp_use ${(await codeTaken(tx, 57_999_999)).join('/')}`;

/** An idempotency key that two commands were accepted under. @returns what the invariant calls it */
export async function keyTwice(tx: PoolClient): Promise<string> {
  await tx.query('alter table idempotency drop constraint idempotency_pkey');
  await tx.query(`insert into idempotency (user_id, key, body_hash) values (7, 'k', 'a'), (7, 'k', 'a')`);
  return 'idempotency 7/k';
}

/** A command that wrote two entries. @returns what the invariant calls it */
export async function bookedTwice(tx: PoolClient, entryId: string): Promise<string> {
  const id = newId();
  await tx.query(
    `insert into journal_entry (id, kind, merchant_id, currency, order_id, command_key, operator)
     select $2, kind, merchant_id, currency, order_id, command_key, operator from journal_entry where id = $1`,
    [entryId, id],
  );
  return `journal_entry ${id}`;
}

/** A detail that begins and ends 1 above where it should. @returns what the invariant calls it */
export async function raisedDetail(tx: PoolClient, id: string): Promise<string> {
  await tx.query(
    'update fund_detail set balance_before = balance_before + 1, balance_after = balance_after + 1 where id = $1',
    [id],
  );
  return `fund_detail ${id}`;
}

/** A detail whose place in the chain does not follow the one before it. @returns what the invariant calls it */
export async function gapBefore(tx: PoolClient, id: string): Promise<string> {
  await tx.query('update fund_detail set seq = seq + 1 where id = $1', [id]);
  return `fund_detail ${id}`;
}

/** A second detail in the place of this one. @returns what the invariant calls the later of them */
export async function placeTwice(tx: PoolClient, id: string): Promise<string> {
  const copy = newId();
  await tx.query('drop index fund_detail_chain');
  await tx.query(
    `insert into fund_detail select (jsonb_populate_record(d, jsonb_build_object('id', $2::bigint))).*
     from fund_detail d where id = $1`,
    [id, copy],
  );
  return `fund_detail ${copy}`;
}

/** A debit of an agent by its own type is no reversed commission, whatever entry it is in. @returns the detail */
export async function debtOfAgent(tx: PoolClient, entryId: string, merchantId: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `update fund_detail set type = 16, amount = -5, balance_before = 0, balance_after = -5
     where entry_id = $1 and merchant_id <> $2 returning id::text`,
    [entryId, merchantId],
  );
  await tx.query(`update journal_entry set kind = 'reversal' where id = $1`, [entryId]);
  return `fund_detail ${rows[0]?.id}`;
}
