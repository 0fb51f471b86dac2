import type { PoolClient } from 'pg';
import type { Connections } from '../platform/db/rowSecurity.ts';
import { isStatementTimeout } from '../platform/db/transaction.ts';

/** Statements that see one moment, each of which may take so long; undefined when one took longer. */
export async function within<T>(
  pool: Connections,
  ms: number,
  work: (client: PoolClient) => Promise<T>,
  /** Of a transaction that is still open: the moment is that one's. */
  snapshot?: string,
): Promise<T | undefined> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const asOf = snapshot === undefined ? '' : `set transaction snapshot ${client.escapeLiteral(snapshot)};`;
    await client.query(
      `begin isolation level repeatable read read only; ${asOf} set local statement_timeout = ${Math.round(ms)}`,
    );
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    if (isStatementTimeout(error)) return undefined;
    throw error;
  } finally {
    client.release(broken);
  }
}
