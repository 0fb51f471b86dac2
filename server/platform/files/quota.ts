import type { Pool, PoolClient } from 'pg';
import type { FileUsage } from '../../../contract/fileUsage.ts';
import { primaryOf } from '../db/pools.ts';
import type { AppDeps } from '../http/deps.ts';
import { numberSetting } from '../settings.ts';
import { refuseFile } from './fileRefusal.ts';

const MIB = 1 << 20;
const GIB = 2 ** 30;

/** What a person and everybody keep, and may keep. */
export async function fileUsage(
  pool: Pool,
  userId: string,
  runner: Pool | PoolClient = pool,
): Promise<Required<FileUsage>> {
  const { rows } = await runner.query<{ own: number; all: number }>(
    `select coalesce(sum(size) filter (where user_id = $1), 0)::float8 as own, coalesce(sum(size), 0)::float8 as "all" from sys_file`,
    [userId],
  );
  return {
    ...rows[0]!,
    ownMost: (await numberSetting(pool, 'fileQuotaPerson')) * MIB,
    allMost: (await numberSetting(pool, 'fileQuotaAll')) * GIB,
  };
}

const mib = (bytes: number): string => (bytes / MIB).toFixed(1);

/** In the transaction that keeps a file; those that keep files wait for each other here. @throws Refused of one too many */
export async function checkQuota(
  deps: Pick<AppDeps, 'pool'>,
  tx: PoolClient,
  userId: string,
  size: number,
): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('sys_file quota', 0))`);
  const { own, ownMost, all, allMost } = await fileUsage(primaryOf(deps.pool), userId, tx);
  const values = { size: mib(size) };
  if (ownMost > 0 && own + size > ownMost)
    throw refuseFile('fileQuota', { ...values, used: mib(own), most: mib(ownMost) });
  if (allMost > 0 && all + size > allMost)
    throw refuseFile('fileQuotaAll', { ...values, used: mib(all), most: mib(allMost) });
}
