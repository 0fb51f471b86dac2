import type { Pool } from 'pg';
import { JOB_KIND } from '../../../contract/jobBoard.ts';
import { newId } from '../../platform/db/id.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import type { RegularWork } from '../../platform/jobs/task.ts';

export const GROUP = 'paydesk';

/** The regular works of the product by name. @throws Error where two have one name */
export function worksOf({ modules }: Pick<AppDeps, 'modules'>): ReadonlyMap<string, RegularWork> {
  const all = new Map<string, RegularWork>();
  for (const work of modules.works.flatMap(({ regular = [] }) => regular)) {
    if (all.has(work.name)) throw new Error(`two regular works are called ${work.name}`);
    all.set(work.name, work);
  }
  return all;
}

const JOBS = `insert into sys_job (id, job_id, group_name, create_type, concurrent)
  select w.id, w.name, '${GROUP}', ${JOB_KIND.builtIn}, false from jsonb_to_recordset($1::jsonb) as w(id bigint, name text)
  on conflict (job_id) do nothing`;
const TRIGGERS = `insert into sys_job_trigger (id, job_id, trigger_id, kind, args)
  select w.id, w.name, w.name, 'period', w.ms::text from jsonb_to_recordset($1::jsonb) as w(id bigint, name text, ms bigint)
  join sys_job j on j.job_id = w.name and j.create_type = ${JOB_KIND.builtIn}
  on conflict (job_id, trigger_id) do update set args = excluded.args where sys_job_trigger.args <> excluded.args`;
const GONE = `delete from sys_job where create_type = ${JOB_KIND.builtIn} and not job_id = any($1)`;

/** Rows of the product's works as this version has them; what is counted of them and whether they are paused stays. */
export async function keepBuiltIns(pool: Pool, works: ReadonlyMap<string, RegularWork>): Promise<void> {
  const rows = JSON.stringify(
    [...works.values()].map(({ name, everyMs }) => ({ id: newId(), name, ms: everyMs })),
  );
  await pool.query(JOBS, [rows]);
  await pool.query(TRIGGERS, [rows]);
  await pool.query(GONE, [[...works.keys()]]);
}
