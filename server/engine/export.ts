import type { PoolClient } from 'pg';
import { newId } from '../platform/db/id.ts';
import { idText, isId } from '../../contract/id.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { enqueueJob } from '../platform/jobs/enqueue.ts';
import { makeJob, limitOpenJobs } from '../platform/jobs/jobStore.ts';
import { jobOriginOf } from './jobCaller.ts';
import type { Compiled } from './compile.ts';
import { ask, type Engine, readingAs } from './engine.ts';
import { exportColumns } from './exportColumns.ts';
import { DEFAULT_EXPORT_FORMAT, EXPORT_FORMATS } from '../../contract/exportFormats.ts';
import { isExportFormat } from './exportFormat.ts';
import type { ExportRequest } from './exportTask.ts';
import { listQuestion } from './plan.ts';
import { sortsOf } from './sort.ts';
import { readCount } from './totals.ts';
import { refusedPart, WrongFilter } from './wrongFilter.ts';

const IDS_MOST = 50_000;
const NOT_FILTERS: ReadonlySet<string> = new Set([
  'columns',
  'format',
  'ids',
  'except',
  'sort',
  'field',
  'order',
  'snapshot',
  'start',
  'end',
]);

/** The named columns; what is no text names none. */
const columnsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.map((name) => (typeof name === 'string' ? name : typeof name)) : undefined;

/** Rows named one by one; what is no id names none. */
function idsOf(value: unknown): string[] | undefined {
  const ids = Array.isArray(value) ? value.map(idText).filter(isId) : undefined;
  if (ids && ids.length > IDS_MOST) throw new Refused('tooManyRows', { max: IDS_MOST });
  return ids;
}

export interface ExportBody {
  request: ExportRequest;
  total: number;
}

/** Checks what an export asks for. @throws Refused where it names what is not there, or too many rows */
export async function checkExport(
  engine: Engine,
  compiled: Compiled,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<ExportBody> {
  const { format = DEFAULT_EXPORT_FORMAT } = body;
  if (!isExportFormat(format))
    throw refusedPart(compiled, new WrongFilter('format', 'format', { allowed: [...EXPORT_FORMATS] }));
  const columns = columnsOf(body.columns);
  exportColumns(engine.locales, caller, compiled, columns);
  const ids = idsOf(body.ids);
  const except = idsOf(body.except);
  const filters = Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_FILTERS.has(name)));
  const sort = Array.isArray(body.sort) ? sortsOf(body.sort) : [{ field: body.field, order: body.order }];
  const question = listQuestion(await ask(engine, compiled, caller, filters), sort);
  const matching = ids ? ids.length : (await readCount(readingAs(engine, compiled, caller), question)).total;
  const total = Math.max(0, matching - (except?.length ?? 0));
  if (total > engine.options.exportMost) throw new Refused('tooManyRows', { max: engine.options.exportMost });
  const request: ExportRequest = {
    ...jobOriginOf(caller),
    resource: compiled.resource.id,
    filters,
    sort,
    format,
    ...(columns ? { columns } : {}),
    ...(ids ? { ids } : {}),
    ...(except ? { except } : {}),
  };
  return { request, total };
}

/** Starts to write the file in the background. */
export async function startExport(
  tx: PoolClient,
  caller: Caller,
  { request, total }: ExportBody,
): Promise<{ jobId: string }> {
  const jobId = newId();
  await limitOpenJobs(tx, caller.userId, 'exportRows');
  const job = { id: jobId, userId: caller.userId, payload: { ...request }, total };
  await makeJob(tx, { ...job, kind: 'exportRows', status: 'queued' });
  await enqueueJob(tx, 'exportRows', jobId, caller.userId);
  return { jobId };
}
