import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../server/platform/db/embedded.ts';
import { openTempFolder } from '../support/folder.ts';
import { HANGS_MS } from '../support/patience.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';

const SERVERS = 3;
/** `npm run soak:rolling` runs 20. */
const ROUNDS = Number(process.env.JOINT_ROUNDS ?? 2);

describe('servers that start together on an empty database', () => {
  const folder = openTempFolder('joint');
  let cluster: Awaited<ReturnType<typeof startEmbedded>>;

  beforeAll(async () => {
    cluster = await startEmbedded(join(folder, 'data'), () => undefined);
  });
  afterAll(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function emptyDatabase(name: string): Promise<string> {
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const url = new URL(cluster.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  // The first round makes the roles of the cluster too.
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'all come up, round %i',
    async (round) => {
      const url = await emptyDatabase(`joint_${round}`);
      const starts = await Promise.allSettled(
        Array.from({ length: SERVERS }, (_, at) =>
          startProcess({
            DATABASE_URL: url,
            DATA_DIR: join(folder, `server-${round}-${at}`),
            DEMO_ORDERS: '0',
            SECRETS_KEY,
          }),
        ),
      );
      const servers = starts.flatMap((start): ServerProcess[] =>
        start.status === 'fulfilled' ? [start.value] : [],
      );
      try {
        const died = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
        expect(died).toEqual([]);
        for (const { base } of servers)
          await expect.poll(async () => (await fetch(`${base}/ready`)).status).toBe(200);
        const passwords = servers.filter((server) => server.output().includes('one-time password'));
        expect(passwords).toHaveLength(1);
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
      }
    },
    HANGS_MS,
  );
});
