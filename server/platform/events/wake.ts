import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';

const RETRY_MS = 500;

/**
 * Calls `wake` whenever the channel is notified. Only a hint, since the caller polls behind it; a lost connection is
 * taken up again as soon as the database is back. Returns its undo.
 */
export function listen(pool: Pool, channel: string, wake: () => void, log: Logger): () => Promise<void> {
  const stopping = new AbortController();

  async function hear(client: PoolClient): Promise<Error | undefined> {
    const ended = Promise.withResolvers<Error | undefined>();
    const broken = (error: Error) => ended.resolve(error);
    const stop = () => ended.resolve(undefined);
    client.on('notification', wake);
    client.once('error', broken);
    stopping.signal.addEventListener('abort', stop, { once: true });
    if (stopping.signal.aborted) stop();
    try {
      await client.query(`listen ${channel}`);
      const error = await ended.promise;
      if (!error) await client.query(`unlisten ${channel}`);
      return error;
    } finally {
      client.off('notification', wake);
      client.off('error', broken);
      stopping.signal.removeEventListener('abort', stop);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const client = await pool.connect();
        let broken: Error | undefined = new Error('listener ended');
        try {
          broken = await hear(client);
        } finally {
          client.release(broken);
        }
      } catch (error) {
        if (!stopping.signal.aborted) log.debug({ err: error }, 'event wake-up');
      }
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
