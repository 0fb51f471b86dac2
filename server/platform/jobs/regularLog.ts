import type { Pool } from 'pg';
import { newId } from '../db/id.ts';
import type { AppDeps } from '../http/deps.ts';
import { errorLine } from '../observability/errorLine.ts';
import type { RegularWork } from './task.ts';

const LONGEST = 300;

interface Turns {
  runs: number;
  errors: number;
  at: Date;
  ms: number;
  result: string;
}

interface Failure {
  id: string;
  name: string;
  at: Date;
  ms: number;
  result: string;
}

/** One line of what went wrong, without values of rows. */
export function failureText(error: unknown): string {
  const line = errorLine(error) as { message?: string } | string;
  const text = typeof line === 'string' ? line : (line.message ?? '');
  return text
    .replaceAll(/"[^"\n]*"/g, '"…"')
    .replaceAll(/'[^'\n]*'/g, "'…'")
    .slice(0, LONGEST);
}

const STORE = `update sys_job_trigger t set number_of_runs = t.number_of_runs + r.runs, number_of_errors = t.number_of_errors + r.errors,
    last_run_time = greatest(t.last_run_time, r.at), result = r.result, elapsed_time = r.ms,
    status = case when r.result = '' then 1 else 5 end, updated_at = now()
  from jsonb_to_recordset($1::jsonb) as r(name text, runs bigint, errors bigint, at timestamptz, ms integer, result text)
  where t.job_id = r.name and t.trigger_id = r.name`;

const FAILED = `insert into sys_job_record (id, job_id, trigger_id, number_of_runs, last_run_time, status, result, elapsed_time)
  select f.id, t.job_id, t.trigger_id, t.number_of_runs, f.at, 5, f.result, f.ms
  from jsonb_to_recordset($1::jsonb) as f(id bigint, name text, at timestamptz, ms integer, result text)
  join sys_job_trigger t on t.job_id = f.name and t.trigger_id = f.name`;

/** Counts the turns of regular works in memory: most of them come every few seconds and are worth no statement each. */
export class RegularLog {
  readonly #turns = new Map<string, Turns>();
  #failures: Failure[] = [];

  /** One turn, unless somebody has paused the work. @throws what the work throws */
  async run(deps: AppDeps, work: RegularWork, stopping: AbortSignal): Promise<void> {
    if (work.pausable && (await isPaused(deps.pool, work.name))) return;
    const began = performance.now();
    const done = (result: string) => {
      const ms = Math.round(performance.now() - began);
      const { runs = 0, errors = 0 } = this.#turns.get(work.name) ?? {};
      const at = deps.clock.now();
      const failed = result === '' ? 0 : 1;
      this.#turns.set(work.name, { runs: runs + 1, errors: errors + failed, at, ms, result });
      if (failed) this.#failures.push({ id: newId(), name: work.name, at, ms, result });
    };
    try {
      await work.run(deps, stopping);
      done('');
    } catch (error) {
      done(failureText(error) || 'failed');
      throw error;
    }
  }

  async store(pool: Pool): Promise<void> {
    const turns = [...this.#turns].map(([name, each]) => ({ name, ...each }));
    const failures = this.#failures;
    this.#turns.clear();
    this.#failures = [];
    if (turns.length > 0) await pool.query(STORE, [JSON.stringify(turns)]);
    if (failures.length > 0) await pool.query(FAILED, [JSON.stringify(failures)]);
  }
}

async function isPaused(pool: Pool, name: string): Promise<boolean> {
  const { rows } = await pool.query<{ paused: boolean }>('select paused from sys_job where job_id = $1', [
    name,
  ]);
  return rows[0]?.paused === true;
}
