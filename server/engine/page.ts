import type { Caller } from '../http/caller.ts';
import { Refused } from '../http/refused.ts';
import type { Compiled } from './compile.ts';
import { ask, conditionsOf, type Reading } from './engine.ts';
import { jsonObject, JsonText } from './json.ts';
import { tooWide } from './openScroll.ts';
import { type ListQuestion, listQuestion } from './plan.ts';
import { arrayOf, jsonOf } from './read.ts';
import { readDeep } from './rows.ts';
import { rowsSql } from './rowsSql.ts';
import { orderSql } from './sort.ts';
import { and, Params } from './sql.ts';
import { within } from './timed.ts';
import { readCount } from './totals.ts';
import { spokenRows } from './spoken.ts';

const SIZE = 20;
const SIZE_MOST = 1_000;
/** An offset walks over what it skips, so deeper pages are read as the scroll reads them. */
const OFFSET_MOST = 10_000;

function positive(value: unknown, otherwise: number): number {
  const number = typeof value === 'object' ? otherwise : Number(value ?? otherwise);
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
}

/** A sort without an index over too many rows would sort them all, so it is refused as a scroll of it is. */
async function refuseSlowSort(engine: Reading, question: ListQuestion): Promise<void> {
  const [key] = question.sort;
  const { deep } = question.compiled.resource;
  const indexed = key?.field === 'id' || (key !== undefined && deep?.sorts.includes(key.field));
  if (!indexed && (await readCount(engine, question)).total > engine.options.snapshotRows)
    throw tooWide(engine, question, deep ? 'narrowSort' : 'narrowFilter');
}

/** The first so many rows from an offset: the cut is made on the table alone, labels are joined to what is left. */
async function cutOf(
  engine: Reading,
  question: ListQuestion,
  offset: number,
  limit: number,
): Promise<JsonText> {
  const { compiled, visible, sort, conditions } = question;
  const params = new Params();
  const where = and(conditionsOf(question, params));
  const order = orderSql(sort);
  const from = `(select t.* from ${rowsSql(compiled, visible, params)} t where ${where} order by ${order} limit ${params.add(limit)} offset ${params.add(offset)}) t`;
  const text = arrayOf(compiled, from, order);
  const several = visible !== null && visible.length !== 1;
  if (conditions.length === 0 && !several) return jsonOf(engine.pool, text, params.values);
  // Unnamed: one plan for all values would walk an index for the rare ones too.
  if (conditions.length === 0) {
    const { rows } = await engine.pool.query<{ items: string }>(text, params.values);
    return new JsonText(rows[0]?.items ?? '[]');
  }
  const rows = await within(
    engine.pool,
    engine.options.openTimeoutMs,
    async (client) => (await client.query<{ items: string }>(text, params.values)).rows,
  );
  if (!rows) throw tooWide(engine, question, 'narrowFilter');
  return new JsonText(rows[0]?.items ?? '[]');
}

/** POST /api/<resource>/page */
export async function readPage(
  engine: Reading,
  compiled: Compiled,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<JsonText> {
  const page = positive(body.page, 1);
  const pageSize = positive(body.pageSize, SIZE);
  if (pageSize > SIZE_MOST) throw new Refused('tooManyRows', { max: SIZE_MOST });
  const question = listQuestion(await ask(engine, compiled, caller, body), [
    { field: body.field, order: body.order },
  ]);
  const offset = (page - 1) * pageSize;
  await refuseSlowSort(engine, question);
  const items =
    offset <= OFFSET_MOST
      ? spokenRows(compiled, caller, await cutOf(engine, question, offset, pageSize))
      : await readDeep(engine, question, offset, pageSize);
  // After the rows, so that it counts every one of them.
  const { total, totalIs } = await readCount(engine, question);
  const totalPages = Math.ceil(total / pageSize);
  return jsonObject({
    page,
    pageSize,
    total,
    totalPages,
    totalIs,
    items,
    hasPrevPage: page > 1,
    hasNextPage: page < totalPages,
  });
}
