import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Compiled } from './compile.ts';
import { ask, conditionsOf, type Reading } from './engine.ts';
import { jsonObject, JsonText } from './json.ts';
import { tooWide } from './openScroll.ts';
import { type ListQuestion, listQuestion } from './plan.ts';
import { arrayOf, type Runner } from './read.ts';
import { rollupQuery } from './rollupRead.ts';
import { readDeep } from './rows.ts';
import { rowsSql } from './rowsSql.ts';
import { orderSql } from './sort.ts';
import { and, named, Params, type Statement } from './sql.ts';
import { within } from './timed.ts';
import { countNow, type Counted, lastCount, readCount } from './totals.ts';
import { localizeRows } from './localizedRow.ts';

const SIZE = 20;
/** Rows that one page may have. */
export const SIZE_MOST = 1_000;
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

interface Cut {
  items: string;
  rows: number;
  /** Every transaction before this one had ended when the rows were read. */
  horizon?: string;
  /** Some of the rows may have been written after the last count. */
  changed?: boolean;
}

/** The first so many rows from an offset: the cut is made on the table alone, labels are joined to what is left. */
async function cutOf(
  engine: Reading,
  question: ListQuestion,
  { offset, limit, known }: { offset: number; limit: number; known: Counted | undefined },
): Promise<Cut> {
  const { compiled, visible, sort, conditions } = question;
  const params = new Params();
  const where = and(conditionsOf(question, params));
  const order = orderSql(sort);
  const since = known?.horizon;
  const written = since === undefined ? '' : ', t.xmin as written';
  const changed =
    since === undefined
      ? ''
      : `, (select bool_or(age(t.written) <= age(${params.add(since)}::xid)) from cut t) as changed`;
  const horizon = rollupQuery(question)
    ? ', pg_snapshot_xmin(pg_current_snapshot())::xid::text as horizon'
    : '';
  const text = `with cut as materialized (
      select t.*${written} from ${rowsSql(compiled, visible, params)} t where ${where}
      order by ${order} limit ${params.add(limit)} offset ${params.add(offset)})
    select (${arrayOf(question, params, 'cut t', order)}) as items, (select count(*)::int from cut) as rows${horizon}${changed}`;
  const several = visible !== null && visible.length !== 1;
  const run = async (runner: Runner, statement: Statement) =>
    (await runner.query<Cut>(statement)).rows[0] ?? { items: '[]', rows: 0 };
  const unnamed = { text, values: params.values };
  // Unnamed where there are values: one plan for all of them would walk an index for the rare ones too.
  if (conditions.length === 0) return run(engine.pool, several ? unnamed : named(text, params.values));
  const cut = await within(engine.pool, engine.options.openTimeoutMs, (client) => run(client, unnamed));
  if (!cut) throw tooWide(engine, question, 'narrowFilter');
  return cut;
}

type Total = Pick<Counted, 'total' | 'totalIs'>;

/** The total of a page, which leaves none of its rows out: counted again only where it must be. */
async function totalOf(
  engine: Reading,
  question: ListQuestion,
  { offset, limit, known, cut }: { offset: number; limit: number; known: Counted | undefined; cut: Cut },
): Promise<Total> {
  const seen = cut.rows > 0 ? offset + cut.rows : 0;
  // A page that is not full is the last one.
  if (cut.rows < limit && (seen > 0 || offset === 0)) return { total: seen, totalIs: 'exact' };
  const count = known && cut.changed === false ? known : await countNow(engine, question, cut.horizon);
  return { total: Math.max(count.total, seen), totalIs: count.totalIs };
}

/** The rows of a page with how many there are in all. */
async function pageOf(
  engine: Reading,
  question: ListQuestion,
  offset: number,
  limit: number,
): Promise<Total & { items: JsonText }> {
  if (offset > OFFSET_MOST) {
    const items = await readDeep(engine, question, offset, limit);
    const { total, totalIs } = await countNow(engine, question);
    return { items, total, totalIs };
  }
  const { compiled, caller } = question;
  const known = lastCount(engine, question);
  const cut = await cutOf(engine, question, { offset, limit, known });
  const total = await totalOf(engine, question, { offset, limit, known, cut });
  return { ...total, items: localizeRows(compiled, caller, new JsonText(cut.items)) };
}

/** POST /api/<resource>/page */
export async function readPage(
  engine: Reading,
  compiled: Compiled,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<JsonText> {
  const page = positive(body.page, 1);
  const pageSize = positive(body.pageSize, SIZE);
  if (pageSize > SIZE_MOST) throw new Refused('tooManyRows', { max: SIZE_MOST });
  const question = listQuestion(await ask(engine, compiled, caller, body), [
    { field: body.field, order: body.order },
  ]);
  const offset = (page - 1) * pageSize;
  await refuseSlowSort(engine, question);
  const { items, total, totalIs } = await pageOf(engine, question, offset, pageSize);
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
