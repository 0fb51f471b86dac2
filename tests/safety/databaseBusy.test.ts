import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePools, openPools } from '../../server/platform/db/pools.ts';
import { DatabaseWatch } from '../../server/platform/db/watch.ts';
import { asRefused } from '../../server/platform/http/envelope.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/databaseProxy.ts';

/** A database that answers others, and a server that is held up itself, are busy: nobody is told that the database is away. */

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const behind = async (run: (proxy: DatabaseProxy) => Promise<void>): Promise<void> => {
  const proxy = await startDatabaseProxy(database.url);
  try {
    await run(proxy);
  } finally {
    await proxy.stop();
  }
};

/** Nothing of this process runs meanwhile, as on a machine that has no time for it. */
const holdUp = (milliseconds: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

describe('a busy database', () => {
  it('is told as busy where no connection opens in time while others answer', () =>
    behind(async (proxy) => {
      const pools = openPools(proxy.url, 24);
      try {
        const open = await pools.server.connect();
        proxy.holdNew();
        const answer = { code: '' };
        const late = pools.server.query('select 1').catch((error: unknown) => asRefused(error).code);
        const heard = (async () => void (answer.code = String(await late)))();
        // One goes on answering, as others of a pool do.
        open.release();
        while (answer.code === '') await pools.server.query('select pg_sleep(0.1)');
        await heard;
        expect(answer.code).toBe('busy');
      } finally {
        await proxy.restore();
        await closePools(pools);
      }
    }));

  it('is not taken for silent by a server that was held up itself', () =>
    behind(async (proxy) => {
      // Some ten messages go to and fro before the question is answered.
      proxy.delay(60);
      const watch = new DatabaseWatch(proxy.url);
      const endWait = watch.beginWait();
      try {
        let isSilent = false;
        const began = performance.now();
        let wasHeldUp = false;
        while (performance.now() - began < 7_000) {
          await sleep(10);
          isSilent ||= watch.isSilent;
          // The question is asked at the first look after three seconds.
          if (wasHeldUp || performance.now() - began < 3_300) continue;
          wasHeldUp = true;
          holdUp(2_000);
        }
        expect(isSilent).toBe(false);
      } finally {
        endWait();
        watch.stop();
      }
    }));
});
