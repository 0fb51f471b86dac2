import type { Pool } from 'pg';
import type { RecordedTransaction } from '../support/statementRecorder.ts';

/** The place of an account in the order of locks: merchants before agents, these from the lowest tier up, then by id. */
export type LockRanks = ReadonlyMap<string, readonly [type: number, tier: number, id: bigint]>;

export async function readLockRanks(pool: Pool): Promise<LockRanks> {
  const { rows } = await pool.query<{ id: string; type: number; agentId: string | null }>(
    'select id::text, type, agent_id::text as "agentId" from merchant',
  );
  const agentOf = new Map(rows.map(({ id, agentId }) => [id, agentId]));
  const depth = (id: string): number => {
    const agentId = agentOf.get(id);
    return agentId ? 1 + depth(agentId) : 0;
  };
  return new Map(rows.map(({ id, type }) => [id, [type, type === 2 ? -depth(id) : 0, BigInt(id)]]));
}

function isBefore(ranks: LockRanks, one: string, other: string): boolean {
  const [a, b] = [ranks.get(one)!, ranks.get(other)!];
  const at = a.findIndex((value, index) => value !== b[index]);
  return at >= 0 && a[at]! < b[at]!;
}

/** Rows that commands lock before an account, and so never after one. */
const ORDERS = ['collect_order', 'pay_order', 'withdrawal', 'adjustment', 'recharge_order', 'manual_order'];
/** What belongs to one of them: no two merchants' commands meet at it. */
const PARTS =
  `approval review_item order_settlement callback_schedule payment payment_allocation bank_bill pay_attempt
  payout_reference idempotency job live merchant_asset`.split(/\s+/);

const WRITES = /\b(?:update|delete from) ([a-z_]+)(?: [a-z]+)?\s+(?:set|where)\b/g;
const LOCKS = /\bfor (?:no key )?update\b(?!.*skip locked)|\bfor share\b/s;

const accountsOf = ({ text, rows }: RecordedTransaction[number]): string[] =>
  text.includes('from merchant_asset a') && text.includes('for update of a')
    ? rows.map(({ merchant_id: id }) => String(id))
    : [];

function lockedTables(text: string): string[] {
  const written = [...text.matchAll(WRITES)].map(([, table]) => table!);
  const read = LOCKS.test(text) ? [/\bfrom ([a-z_]+)/.exec(text)?.[1] ?? '?'] : [];
  return [...written, ...read];
}

/** What a transaction that locks accounts does against the order of locks. */
export function findLockFaults(transaction: RecordedTransaction, ranks: LockRanks): string[] {
  const accounts = transaction.flatMap(accountsOf);
  if (accounts.length === 0) return [];
  const fresh = accounts.filter((id, at) => accounts.indexOf(id) === at);
  const faults = fresh
    .slice(1)
    .filter((id, at) => !isBefore(ranks, fresh[at]!, id))
    .map((id) => `account of ${id} locked out of order`);
  const lockedRows = new Set<string>();
  let isLocked = false;
  for (const statement of transaction) {
    const text = statement.text.toLowerCase();
    for (const table of lockedTables(text))
      if (!ORDERS.includes(table) && !PARTS.includes(table))
        faults.push(`a row of ${table} locked beside an account`);
    const [table] = LOCKS.test(text) ? lockedTables(text).slice(-1) : [];
    if (table !== undefined && ORDERS.includes(table))
      for (const row of statement.rows) {
        const key = `${table} ${String(row.id)}`;
        if (isLocked && !lockedRows.has(key)) faults.push(`${key} locked after an account`);
        lockedRows.add(key);
      }
    isLocked ||= accountsOf(statement).length > 0;
  }
  return faults;
}
