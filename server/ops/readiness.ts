import type { Pool } from 'pg';
import { latestMigration } from '../db/migrate.ts';

export interface Readiness {
  ready: boolean;
  checks: { database: boolean; migrations: boolean; worker: boolean };
}

const migration = latestMigration();

const answers = async (work: Promise<{ rowCount: number | null }>): Promise<boolean> => {
  try {
    return Boolean((await work).rowCount);
  } catch {
    return false;
  }
};

/** May this server take calls: the database answers, it is migrated, and somebody works the queue. */
export async function readiness(pool: Pool): Promise<Readiness> {
  const [database, migrations, worker] = await Promise.all([
    answers(pool.query('select 1')),
    answers(pool.query('select 1 from schema_migration where name = $1', [migration])),
    answers(pool.query("select 1 from lease where name like 'worker:%' and expires_at > now() limit 1")),
  ]);
  return { ready: database && migrations && worker, checks: { database, migrations, worker } };
}
