import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { refusalText } from '../http/envelope.ts';
import { Refused } from '../http/refused.ts';
import { exportFile } from '../jobs/files.ts';
import { beginJob, failJob, finishJob, tellProgress } from '../jobs/jobStore.ts';
import type { TaskFactory } from '../jobs/task.ts';
import { type Asked, askerOf } from './asker.ts';
import { ask, compiledOf, conditionsOf, type Engine } from './engine.ts';
import { type ExportColumn, exportColumns } from './exportColumns.ts';
import { type ListQuestion, listQuestion } from './plan.ts';
import { engineOf } from './shared.ts';
import { orderSql, type SortKey } from './sort.ts';
import { and, named, Params } from './sql.ts';

export type ExportRequest = Asked & {
  resource: string;
  filters: Record<string, unknown>;
  sort: { field?: unknown; order?: unknown }[];
  columns?: string[];
  ids?: string[];
};

/** Pages by key need a key that is always there; another order is left to the reader's spreadsheet. */
function pagingKeys(question: ListQuestion): SortKey[] {
  const [key, tie, ...more] = question.sort;
  if (key && tie?.field === 'id' && key.notNull && more.length === 0) return [key, tie];
  return [{ field: 'id', column: 'id', type: 'int8', descending: true, notNull: true }];
}

interface Export {
  engine: Engine;
  question: ListQuestion;
  columns: ExportColumn[];
  ids: string[] | undefined;
  timeZone: string;
}

function statement(work: Export, keys: SortKey[], last: readonly string[] | undefined) {
  const { question, columns, ids, engine } = work;
  const params = new Params();
  params.add(work.timeZone);
  const conditions = conditionsOf(question, params);
  if (ids) conditions.push(`t.id = any(${params.add(ids)}::bigint[])`);
  if (last) {
    const places = keys.map((key, at) => `${params.add(last[at])}::${key.type}`);
    const op = keys[0]?.descending ? '<' : '>';
    conditions.push(`(${keys.map((key) => `t.${key.column}`).join(', ')}) ${op} (${places.join(', ')})`);
  }
  const order = orderSql(keys);
  const joins = [...new Set(columns.map((column) => column.join ?? ''))].join(' ');
  const cells = [...keys.map((key) => `t.${key.column}::text`), ...columns.map((column) => column.sql)];
  const cut = `select t.* from ${question.compiled.table} t where ${and(conditions)} order by ${order} limit ${params.add(engine.options.exportBatch)}`;
  // The zone is named in the text even where no column needs it, so that every statement has the same parameters.
  const text = `select ${cells.join(', ')} from (${cut}) t ${joins} where $1::text is not null order by ${order}`;
  return { ...named(text, params.values), rowMode: 'array' as const };
}

/** Every row once, by pages of the key: memory stays flat and rows that move meanwhile are neither doubled nor skipped. */
async function* records(work: Export, told: (done: number) => Promise<boolean>): AsyncGenerator<string[]> {
  const { engine, columns } = work;
  const keys = pagingKeys(work.question);
  let last: string[] | undefined;
  let done = 0;
  yield columns.map((column) => column.header);
  for (;;) {
    const { rows } = await engine.pool.query<(string | null)[]>(statement(work, keys, last));
    for (const row of rows) yield columns.map((column, at) => column.cell(row[at + keys.length] ?? null));
    done += rows.length;
    if (done > engine.options.exportMost)
      throw new Refused('tooManyRows', { max: engine.options.exportMost });
    if (!(await told(done))) throw new Refused('jobCancelled');
    if (rows.length < engine.options.exportBatch) return;
    last = rows.at(-1)?.slice(0, keys.length).map(String);
  }
}

const stamp = (now: Date) => now.toISOString().replace(/\D/g, '').slice(0, 14);

/** Writes a filter's rows as CSV beside the final name, then moves it there: a half file is never offered. */
export const exportRows: TaskFactory = (deps) => async (raw) => {
  const { jobId } = raw as { jobId: string };
  const job = await beginJob(deps.pool, jobId);
  if (!job) return;
  const request = job.payload as unknown as ExportRequest;
  const path = await exportFile(deps.env, jobId);
  const part = `${path}.part`;
  try {
    const engine = await engineOf(deps);
    const compiled = compiledOf(engine, request.resource);
    const caller = await askerOf(deps, job.userId, request, `${request.resource}:export`);
    const question = listQuestion(await ask(engine, compiled, caller, request.filters), request.sort);
    const columns = exportColumns(deps.locales, caller, compiled, request.columns);
    let rows = 0;
    const told = (done: number) => {
      rows = done;
      return tellProgress(deps.pool, jobId, done);
    };
    const work: Export = { engine, question, columns, ids: request.ids, timeZone: request.timeZone };
    await pipeline(
      records(work, told),
      stringify({ bom: true, record_delimiter: 'windows' }),
      createWriteStream(part, { mode: 0o600 }),
    );
    await rename(part, path);
    const { size } = await stat(path);
    const expiresAt = new Date(deps.clock.now().getTime() + engine.options.exportKeepMs).toISOString();
    const name = `${request.resource}-${stamp(deps.clock.now())}.csv`;
    const kept = await finishJob(deps.pool, jobId, rows, { name, rows, bytes: size, expiresAt });
    if (!kept) await rm(path, { force: true });
  } catch (error) {
    await rm(part, { force: true });
    if (!(error instanceof Refused)) throw error;
    await failJob(deps.pool, jobId, refusalText(deps.locales, request.locale, error.code, error.values));
  }
};
