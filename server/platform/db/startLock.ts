import pg from 'pg';

const LOCK = 73007300;

/**
 * Runs what prepares a database (roles, migrations, first data) while no other server prepares the same one.
 * A session lock on a connection of its own: a server that dies while it prepares lets the next one go on.
 */
export async function withStartLock<T>(
  url: string,
  say: (line: string) => void,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A broken connection fails the next statement; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK]);
    if (!rows[0]?.free) {
      say('Another server is preparing this database; waiting for it …');
      await client.query('select pg_advisory_lock($1)', [LOCK]);
    }
    return await work(client);
  } finally {
    await client.end();
  }
}
