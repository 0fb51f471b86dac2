import type { PoolClient } from 'pg';
import { text, textOrNull } from '../orders/columns.ts';
import type { ActionHandler } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { requestRematch } from './rematch.ts';
import { BILL } from './billStore.ts';
import { refreshBalance, removeLines, lockLines } from './batchRemoval.ts';
import { sameReference, sameWords } from './lines.ts';

interface Account {
  id: string;
  currency: string;
  upstreamId: string | null;
}

/** Both at once in one order: what is moved the other way meanwhile waits, and lines that come see what counts where. */
const ACCOUNTS = `select id::text, currency, upstream_id::text as "upstreamId" from bank_account
  where id = any($1::bigint[]) and tenant_id = $2 order by id for no key update`;

/** Money of these orders is with the upstream they went to: its account is where the line must stand. */
const ELSEWHERE = `select count(*)::int as count from bank_bill b
  where b.batch_id = $1 and b.status in (${BILL.auto}, ${BILL.manual}) and $2 <> case b.direction
    when 2 then (select upstream_id from pay_order where id = b.order_id)
    else coalesce((select upstream_id from collect_order where id = b.order_id),
      (select upstream_id from manual_order where id = b.order_id),
      (select upstream_id from recharge_order where id = b.order_id)) end`;

const counts = `b.bank_account_id = $2 and b.status not in (${BILL.duplicate}, ${BILL.withdrawn})`;

/**
 * The lines of a batch, each with the one that says the same in the account it goes to, by the rule for lines that come:
 * one without a reference repeats the one there that says it as many times.
 */
const THERE = `mine as (
    select m.*, row_number() over (
        partition by m.direction, m.amount, m.payer, m.description, m.booked_at, m.balance, m.utr order by m.line
      ) as nth
    from bank_bill m where m.batch_id = $1
  ), judged as (
    select m.*, case when m.utr is null then (select e.bill_no from (
        select b.bill_no, row_number() over (order by b.id) as nth from bank_bill b
        where ${counts} and ${sameWords('b', 'm')}
        ) e where e.nth = m.nth)
      else (select b.bill_no from bank_bill b where ${counts} and ${sameReference('b', 'm')} order by b.id limit 1)
      end as there
    from mine m
  )`;

const TWICE = `with ${THERE}
  select count(*)::int as count from judged where status <> ${BILL.duplicate} and there is not null`;

/**
 * A duplicate of what stays behind is one no longer, unless the new account or its own file says the same. An open line
 * proposes nothing until it is looked at: its account may be of another upstream.
 */
const MOVE = `with ${THERE}, twins as (
    select j.*, case when utr is null then null else nullif(first_value(bill_no) over (
        partition by utr, direction, amount order by (status = ${BILL.duplicate}), line), bill_no) end as twin,
      repeats in (select bill_no from judged) as inside
    from judged j
  ), told as (
    select id, status = ${BILL.duplicate} as repeated,
      coalesce(there, case when inside then repeats else twin end) as first
    from twins
  ), became as (
    select b.id, case when t.repeated and t.first is null then ${BILL.unmatched} else b.status end as status,
      case when t.repeated then t.first else b.repeats end as repeats
    from told t join bank_bill b on b.id = t.id
  )
  update bank_bill b set bank_account_id = $2, status = n.status, repeats = n.repeats,
    (candidate_no, candidate_amount, difference, score) = (
      select b.candidate_no, b.candidate_amount, b.difference, b.score where n.status <> ${BILL.unmatched}),
    version = version + 1
  from became n where b.id = n.id`;

/** What a refusal names. */
const AT = { field: 'toAccountId' };

/** @throws Refused where a batch cannot be this account's */
async function refuseForeign(tx: PoolClient, batchId: string, from: Account, to: Account): Promise<void> {
  if (to.currency !== from.currency)
    throw new Refused('batchCurrency', { ...AT, currency: to.currency, own: from.currency });
  const counted = async (sql: string, value: string) =>
    (await tx.query<{ count: number }>(sql, [batchId, value])).rows[0]!.count;
  if (to.upstreamId !== null) {
    const elsewhere = await counted(ELSEWHERE, to.upstreamId);
    if (elsewhere > 0) throw new Refused('batchElsewhere', { ...AT, count: elsewhere });
  }
  const twice = await counted(TWICE, to.id);
  if (twice > 0) throw new Refused('batchTwice', { ...AT, count: twice });
}

/**
 * A statement that was sent to the wrong account goes to the right one with all its lines: what they were matched with
 * stays, as the money is the same. Its file stays taken, for either account.
 * @throws Refused where the account is none of the tenant's, the same, of another currency or upstream, or has its lines
 */
export const move: ActionHandler = async (context, row) => {
  const { tx, input } = context;
  const toId = textOrNull(input.toAccountId);
  // Nothing is chosen yet.
  if (context.dryRun && toId === null) return {};
  const fromId = text(row.bankAccountId);
  if (toId === fromId) throw new Refused('batchSameAccount', AT);
  const { rows } = await tx.query<Account>(ACCOUNTS, [[fromId, toId], row.tenantId]);
  const [from, to] = [fromId, toId].map((id) => rows.find((account) => account.id === id));
  if (!from || !to) throw new Refused('notFound', AT);
  const lines = await lockLines(tx, row.id);
  await refuseForeign(tx, row.id, from, to);
  if (context.dryRun) return { bankAccountId: to.id };
  const reason = String(input.reason ?? '');
  await tx.query(MOVE, [row.id, to.id]);
  const others = await removeLines(context, row.id, lines, {
    event: 'move',
    before: { bankAccountId: from.id },
    after: { bankAccountId: to.id, reason },
  });
  for (const { id } of rows) await refreshBalance(tx, id);
  await context.set({ bankAccountId: to.id, remark: reason, updatedAt: context.now });
  await requestRematch(context, [...others, row.id]);
  return { bankAccountId: to.id };
};
