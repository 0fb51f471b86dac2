import type { Pool, PoolClient } from 'pg';
import { isAcquireTimeout } from '../db/pools.ts';
import { type Rollback, sqlState, transact } from '../db/transaction.ts';
import { Refused } from '../http/refused.ts';
import type { AppDeps } from '../http/deps.ts';
import type { Compiled } from './compile.ts';
import { named } from './sql.ts';
import { Turns } from './turns.ts';

const queues = new WeakMap<Pool, Turns>();

function turnsOf(pool: Pool): Turns {
  const known = queues.get(pool) ?? new Turns();
  queues.set(pool, known);
  return known;
}

/** A lock or a statement that took too long: the transaction was undone. */
const CUT_OFF: ReadonlySet<string> = new Set(['55P03', '57014']);

/**
 * Runs a command's transaction in its owner's turn, which comes before its connection: whoever waits for the locked row
 * of one merchant keeps no connection from the commands of others.
 * @throws Refused commandBusy where turn, connection or lock did not come in time; nothing was changed then
 */
export async function transactInTurn<T>(
  { commands }: Pick<AppDeps, 'commands'>,
  owner: string,
  work: (tx: PoolClient) => Promise<T | Rollback<T>>,
): Promise<T> {
  const end = await turnsOf(commands).begin(owner);
  if (!end) throw new Refused('commandBusy');
  try {
    return await transact(commands, work);
  } catch (error) {
    if (isAcquireTimeout(error) || CUT_OFF.has(sqlState(error) ?? '')) throw new Refused('commandBusy');
    throw error;
  } finally {
    end();
  }
}

export const merchantTurn = (merchantId: string): string => `merchant/${merchantId}`;

/** Whose turn a command on each of these rows takes: the merchant's, else the row's own. */
export async function turnsOfRows(
  { pool }: AppDeps,
  { resource, table, all }: Compiled,
  ids: readonly string[],
): Promise<(id: string) => string> {
  if (resource.scope === 'id') return merchantTurn;
  const own = (id: string) => `${resource.id}/${id}`;
  if (!all.has('merchant_id')) return own;
  const { rows } = await pool.query<{ id: string; owner: string | null }>(
    named(`select id, merchant_id::text as owner from ${table} where id = any($1::bigint[])`, [ids]),
  );
  const owners = new Map(rows.map(({ id, owner }) => [id, owner]));
  return (id) => {
    const owner = owners.get(id);
    return owner ? merchantTurn(owner) : own(id);
  };
}
