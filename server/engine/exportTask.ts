import type { AppDeps } from '../platform/http/deps.ts';
import { asRefused } from '../platform/http/envelope.ts';
import { Refused } from '../platform/http/refused.ts';
import { timeText } from '../platform/http/zone.ts';
import { dropExport, finishExport, openDraft, writeDraft } from '../platform/jobs/exportFile.ts';
import { beginJob, type StoredJob, tellProgress } from '../platform/jobs/jobStore.ts';
import type { TaskFactory } from '../platform/jobs/task.ts';
import { CALLER_CHECK_MS, type JobOrigin, jobCaller, endRefused } from './jobCaller.ts';
import { ask, compiledOf, conditionsOf, type Engine, type Reading, readingAs } from './engine.ts';
import { type ExportColumn, exportColumns } from './exportColumns.ts';
import { DEFAULT_EXPORT_FORMAT, type ExportFormat } from '../../contract/exportFormats.ts';
import { exportBytes } from './exportFormat.ts';
import { resourceTitle } from './labels.ts';
import { tooWide } from './openScroll.ts';
import { type ListQuestion, listQuestion } from './plan.ts';
import { rowsSql } from './rowsSql.ts';
import { engineOf } from './shared.ts';
import { type RequestedSort, orderSql, type SortKey } from './sort.ts';
import { and, named, Params } from './sql.ts';
import { within } from './timed.ts';

/** One page of a filter without an index walks far. */
const PAGE_MS = 120_000;

/** Rows that become text at once: more of them leave more garbage than they save time. */
const PIECE = 250;

export type ExportRequest = JobOrigin & {
  resource: string;
  filters: Record<string, unknown>;
  sort: RequestedSort[];
  columns?: string[];
  format?: ExportFormat;
  ids?: string[];
  /** Rows of the filter that are left out. */
  except?: string[];
};

/** Pages by key need a key that is always there; another order is left to the reader's spreadsheet. */
function pagingKeys(question: ListQuestion): SortKey[] {
  const [key, tie, ...more] = question.sort;
  if (key && tie?.field === 'id' && key.notNull && more.length === 0) return [key, tie];
  return [{ field: 'id', column: 'id', type: 'int8', descending: true, notNull: true }];
}

export interface Export {
  engine: Reading;
  /** Who asks and what they may see, read again on the way. */
  question: ListQuestion;
  columns: ExportColumn[];
  ids: string[] | undefined;
  except: string[] | undefined;
  timeZone: string;
}

function statement(work: Export, keys: SortKey[], last: readonly string[] | undefined) {
  const { question, columns, ids, except, engine } = work;
  const params = new Params();
  params.add(work.timeZone);
  const conditions = conditionsOf(question, params);
  if (ids) conditions.push(`t.id = any(${params.add(ids)}::bigint[])`);
  if (except) conditions.push(`t.id <> all(${params.add(except)}::bigint[])`);
  if (last) {
    const places = keys.map((key, at) => `${params.add(last[at])}::${key.type}`);
    const op = keys[0]?.descending ? '<' : '>';
    conditions.push(`(${keys.map((key) => `t.${key.column}`).join(', ')}) ${op} (${places.join(', ')})`);
  }
  const order = orderSql(keys);
  const joins = [...new Set(columns.map((column) => column.join ?? ''))].join(' ');
  const cells = [...keys.map((key) => `t.${key.column}::text`), ...columns.map((column) => column.sql)];
  const from = rowsSql(question.compiled, question.visible, params);
  const cut = `select t.* from ${from} t where ${and(conditions)} order by ${order} limit ${params.add(engine.options.exportBatch)}`;
  // The zone is named in the text even where no column needs it, so that every statement has the same parameters.
  const text = `select ${cells.join(', ')} from (${cut}) t ${joins} where $1::text is not null order by ${order}`;
  return { ...named(text, params.values), rowMode: 'array' as const };
}

/** Every row once, by pages of the key: memory stays flat and rows that move meanwhile are neither doubled nor skipped. */
export async function* pagesOf(
  work: Export,
  report: (done: number) => Promise<boolean>,
): AsyncGenerator<(string | null)[][]> {
  const { columns } = work;
  const keys = pagingKeys(work.question);
  let last: string[] | undefined;
  let done = 0;
  for (;;) {
    const page = statement(work, keys, last);
    const { engine } = work;
    const found = await within(engine.pool, PAGE_MS, (tx) => tx.query<(string | null)[]>(page));
    if (!found) throw tooWide(engine, work.question, 'narrowFilter');
    const { rows } = found;
    for (let from = 0; from < rows.length; from += PIECE)
      yield rows
        .slice(from, from + PIECE)
        .map((row) => columns.map((column, at) => column.cell(row[at + keys.length] ?? null)));
    done += rows.length;
    if (done > engine.options.exportMost)
      throw new Refused('tooManyRows', { max: engine.options.exportMost });
    if (!(await report(done))) throw new Refused('jobCancelled');
    if (rows.length < engine.options.exportBatch) return;
    last = rows.at(-1)?.slice(0, keys.length).map(String);
  }
}

async function questionOf(deps: AppDeps, engine: Engine, job: StoredJob): Promise<ListQuestion> {
  const request = job.payload as unknown as ExportRequest;
  const caller = await jobCaller(deps, job.userId, request, `${request.resource}:export`);
  const compiled = compiledOf(engine, request.resource);
  return listQuestion(await ask(engine, compiled, caller, request.filters), request.sort);
}

/** In the zone of the columns inside, or a file made just now would be called after another hour. */
export const fileName = (resource: string, now: Date, zone: string, format: ExportFormat): string =>
  `${resource}-${timeText(now, zone).replace(/\D/g, '')}.${format}`;

/** Writes a filter's rows into a draft, which becomes the job's file at its end: a half file is never offered. */
export const exportRows: TaskFactory = (deps) => async (raw, last) => {
  const { jobId } = raw as { jobId: string };
  const job = await beginJob(deps.pool, jobId);
  if (!job) return;
  const request = job.payload as unknown as ExportRequest;
  // A run that lost its lease may still write: each has a draft of its own.
  const draft = await openDraft(deps.pool, jobId);
  const drop = () => dropExport(deps.pool, draft);
  try {
    const engine = await engineOf(deps);
    const question = await questionOf(deps, engine, job);
    const columns = exportColumns(deps.locales, question.caller, question.compiled, request.columns);
    const reading = readingAs(engine, question.compiled, question.caller);
    const { ids, except, timeZone } = request;
    const work: Export = { engine: reading, question, columns, ids, except, timeZone };
    let rows = 0;
    let checkedAt = Date.now();
    const report = async (done: number) => {
      rows = done;
      if (!(await tellProgress(deps.pool, jobId, done))) return false;
      if (Date.now() - checkedAt >= CALLER_CHECK_MS) {
        work.question = await questionOf(deps, engine, job);
        work.engine = readingAs(engine, work.question.compiled, work.question.caller);
        checkedAt = Date.now();
      }
      return true;
    };
    const { format = DEFAULT_EXPORT_FORMAT } = request;
    const title = resourceTitle(deps.locales, request.locale, question.compiled.resource);
    const bytes = exportBytes(format, { title, columns, pages: pagesOf(work, report) });
    const size = await writeDraft(deps.pool, draft, bytes);
    const name = fileName(request.resource, deps.clock.now(), timeZone, format);
    const keepHours = deps.env.exportKeepHours;
    if (!(await finishExport(deps.pool, { id: draft, jobId, size, name, rows, keepHours }))) await drop();
  } catch (error) {
    // What cannot be deleted now expires.
    await drop().catch(() => undefined);
    const refused = error instanceof Refused;
    if (refused || last) await endRefused(deps, jobId, request.locale, asRefused(error));
    if (!refused) throw error;
  }
};
