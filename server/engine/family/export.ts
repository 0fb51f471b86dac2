import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { isFamily } from '../../../contract/family.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Call } from '../../platform/http/route.ts';
import { typeOf } from '../../platform/jobs/sendExport.ts';
import type { Compiled } from '../compile.ts';
import { ask, type Engine } from '../engine.ts';
import { exportColumns } from '../exportColumns.ts';
import { exportBytes } from '../exportFormat.ts';
import { fileName, pagesOf } from '../exportTask.ts';
import { resourceTitle } from '../labels.ts';
import { listQuestion } from '../plan.ts';
import { halfOf } from '../serverHalf.ts';
import { readCount } from '../totals.ts';
import { familyQuery } from './query.ts';

type ExportCall = Call<Record<string, unknown>>;

const FORMAT = 'xlsx';
/** Rows of a file that its caller waits for; more are written in the background. */
const ROWS_MOST = 50_000;
const PAGING: ReadonlySet<string> = new Set(['page', 'pageSize', 'total', 'field', 'order', 'descStr']);

/**
 * The family's clients save what `export` answers. Who sends a key, or names columns or a format, which they do not know, has
 * the file made in the background.
 */
export const wantsFile = (
  { resource }: Compiled,
  { headers, body }: Pick<ExportCall, 'headers' | 'body'>,
): boolean =>
  isFamily(resource) &&
  headers['idempotency-key'] === undefined &&
  body.columns === undefined &&
  body.format === undefined;

/** Answers the rows of the filter as a spreadsheet. @throws Refused tooManyRows */
export async function sendFamilyFile(
  deps: Pick<AppDeps, 'clock' | 'locales'>,
  engine: Engine,
  compiled: Compiled,
  { caller, body, reply }: ExportCall,
): Promise<FastifyReply> {
  const { familyPage } = halfOf(engine.halves, compiled.resource);
  const asked = familyQuery(
    compiled,
    familyPage ? await familyPage.ask(engine, caller, body) : body,
    ROWS_MOST,
  );
  const filters = Object.fromEntries(Object.entries(asked).filter(([name]) => !PAGING.has(name)));
  const sort = [{ field: asked.field, order: asked.order }];
  const question = listQuestion(await ask(engine, compiled, caller, filters), sort);
  const { total } = await readCount(engine, question);
  if (total > ROWS_MOST) throw new Refused('tooManyRows', { max: ROWS_MOST });
  const columns = exportColumns(deps.locales, caller, question.compiled, undefined);
  const { timeZone, locale } = caller;
  const work = { engine, question, columns, ids: undefined, except: undefined, timeZone };
  const pages = pagesOf(work, async () => true);
  const title = resourceTitle(deps.locales, locale, question.compiled.resource);
  const name = fileName(compiled.resource.id, deps.clock.now(), timeZone, FORMAT);
  return reply
    .type(typeOf(name))
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(exportBytes(FORMAT, { title, columns, pages }), { objectMode: false }));
}
