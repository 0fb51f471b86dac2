import type { PoolClient } from 'pg';
import { isAcquireTimeout } from '../platform/db/pools.ts';
import { isLockTimeout, isStatementTimeout, type Rollback, transact } from '../platform/db/transaction.ts';
import { Refused } from '../platform/http/refused.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Reader } from './read.ts';
import { scopeClause, seesMerchant, type Visible } from './scope.ts';
import { and, named, Params } from './sql.ts';
import { turnsByPool } from '../platform/db/turns.ts';

const turnsOf = turnsByPool();

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
    if (isAcquireTimeout(error) || isLockTimeout(error) || isStatementTimeout(error))
      throw new Refused('commandBusy');
    throw error;
  } finally {
    end();
  }
}

export const merchantTurn = (merchantId: string): string => `merchant/${merchantId}`;

/** Whose turn a command takes that is about nobody the caller may act for: it delays the caller alone. */
export const callerTurn = ({ userId }: Pick<Caller, 'userId'>): string => `user/${userId}`;

/** The turn of a merchant that the caller names. */
export const namedTurn = (caller: Caller, visible: Visible, merchantId: string): string =>
  seesMerchant(visible, merchantId) ? merchantTurn(merchantId) : callerTurn(caller);

/**
 * Whose turn a command on each of these rows takes: the merchant's, else the row's own; for a row that is not the
 * caller's to act on the caller's own, so that nobody lengthens a queue that is none of theirs.
 */
export async function turnsOfRows(
  { pool }: Pick<AppDeps, 'pool'>,
  { compiled, caller, visible }: Reader,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const { resource, table, all } = compiled;
  const owner = resource.scope === 'id' ? 't.id' : all.has('merchant_id') ? 't.merchant_id' : 'null::bigint';
  const params = new Params();
  const list = params.add(ids);
  const scope = scopeClause(compiled, caller, visible, params);
  const text = `select t.id::text, ${owner}::text as owner from ${table} t
    where t.id = any(${list}::bigint[]) and ${and(scope)}`;
  const { rows } = await pool.query<{ id: string; owner: string | null }>(named(text, params.values));
  const turns = new Map(
    rows.map(({ id, owner: of }) => [id, of === null ? `${resource.id}/${id}` : merchantTurn(of)]),
  );
  return (id) => turns.get(id) ?? callerTurn(caller);
}
