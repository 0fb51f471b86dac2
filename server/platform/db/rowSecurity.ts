import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/** What reads need of a pool. */
export interface Connections {
  query: Pool['query'];
  connect(): Promise<PoolClient>;
}

const SHOW = "select set_config('paydesk.merchants', $1, false)";

/** A connection on which row security shows the rows of these merchants and no others, whoever had it before. */
async function showing(pool: Pool, merchants: readonly string[]): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query({ name: 'wall', text: SHOW, values: [`{${merchants.join(',')}}`] });
    return client;
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

/**
 * The pool of the merchants' readers as one of them may use it. The merchants are asked again at every checkout, so that
 * long work follows what its caller may see.
 */
export function withRowSecurity(pool: Pool, merchants: () => Promise<readonly string[]>): Connections {
  const connect = async () => showing(pool, await merchants());
  const query = async (config: string, values?: unknown[]): Promise<QueryResult<QueryResultRow>> => {
    const client = await connect();
    try {
      return await client.query(config, values);
    } finally {
      client.release();
    }
  };
  return { connect, query: query as Pool['query'] };
}
