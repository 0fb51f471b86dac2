import { isId } from '../../contract/id.ts';
import { Refused } from '../platform/http/refused.ts';
import type { AnchoredScroll } from './anchored.ts';
import { anchorName } from './anchors.ts';
import { conditionsOf, type Question, type Reading } from './engine.ts';
import { fieldLabels } from './labels.ts';
import { newestSql } from './newest.ts';
import { openSnapshot, openWideSnapshot } from './openSnapshot.ts';
import { type DeepPlan, deepPlan, type ListQuestion, merchantsHash } from './plan.ts';
import { readRollup, rollupQuery } from './rollupRead.ts';
import type { Snapshot } from './snapshots.ts';
import { and, Params } from './sql.ts';
import { within } from './timed.ts';
import { estimated } from './totals.ts';

export type Scroll = { snapshot: Snapshot } | { anchored: AnchoredScroll; token: string };

const COUNTED_MS = 10_000;

/** What to tell one whose list is too long for this order. */
export function tooWide(
  engine: Reading,
  question: Question,
  code: 'narrowFilter' | 'narrowSort',
  max = engine.options.snapshotRows,
): Refused {
  const { resource, columns } = question.compiled;
  // What narrows best: the fields with an index, and a stretch of time.
  const narrows = (name: string, kind: string) =>
    resource.deep ? resource.deep.filters.includes(name) || kind === 'instant' : true;
  const filters = [...columns.values()]
    .filter(({ name, field }) => field.filter && narrows(name, field.kind))
    .map((column) => column.name);
  const alone = question.conditions.length > 0 ? (resource.deep?.alone ?? []) : [];
  const sorts = resource.deep?.sorts.filter((name) => !alone.includes(name)) ?? [];
  const names = code === 'narrowSort' ? sorts : filters;
  const fields = fieldLabels(engine.locales, question.caller.locale, resource, names);
  return new Refused(code, { max, fields, names });
}

interface Size {
  total: number;
  /** The newest id when it was counted. */
  bound: string;
}

/** Total and newest id as of one moment, so that positions from either end agree. */
async function sizeOf(engine: Reading, question: ListQuestion): Promise<Size | undefined> {
  const counted = rollupQuery(question);
  return within(engine.pool, engine.options.openTimeoutMs, async (client) => {
    const newest = new Params();
    const bound = await client.query<{ bound: string }>(
      `select (${newestSql(question, newest)}) as bound`,
      newest.values,
    );
    const size = (total: number) => ({ total, bound: bound.rows[0]?.bound ?? '0' });
    if (counted) return size((await readRollup(client, counted, [])).total);
    const params = new Params();
    const where = and(conditionsOf(question, params));
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${question.compiled.source} t where ${where}`,
      params.values,
    );
    return size(rows[0]?.n ?? 0);
  });
}

/** Without a rollup the index is counted, for all who see the same. */
function countedSize(engine: Reading, question: ListQuestion, plan: DeepPlan): Promise<Size | undefined> {
  const key = `size/${anchorName(plan.anchors)}/${plan.merchants ? merchantsHash(plan.merchants) : ''}`;
  return engine.totals.get(key, () => sizeOf(engine, question), COUNTED_MS) as Promise<Size | undefined>;
}

/** The size of what anchors could follow; undefined where a snapshot most likely holds it. */
async function deepSize(engine: Reading, question: ListQuestion, plan: DeepPlan): Promise<Size | undefined> {
  if (rollupQuery(question)) return sizeOf(engine, question);
  // An index is counted only where the planner expects very many.
  const few = (await estimated(engine, question)) <= engine.options.anchorFrom;
  return few ? undefined : countedSize(engine, question, plan);
}

/** A scroll that anchors do not serve: a snapshot of ids however it is filtered and sorted, up to a larger limit. */
async function openUnanchored(
  engine: Reading,
  question: ListQuestion,
  code: 'narrowFilter' | 'narrowSort',
): Promise<Scroll> {
  const { snapshotRows, wideSnapshotRows } = engine.options;
  const counted = rollupQuery(question);
  const total = counted ? (await readRollup(engine.pool, counted, [])).total : 0;
  if (total > wideSnapshotRows) throw tooWide(engine, question, code, wideSnapshotRows);
  const snapshot = await openWideSnapshot(engine, question, total > snapshotRows);
  if (snapshot) return { snapshot };
  throw tooWide(engine, question, 'narrowFilter', wideSnapshotRows);
}

/**
 * Starts a scroll: a snapshot of ids below the limit, anchors above, which read no id beyond the block;
 * what is neither is refused.
 */
export async function openScroll(engine: Reading, question: ListQuestion): Promise<Scroll> {
  const plan = deepPlan(question);
  if (typeof plan === 'string') return openUnanchored(engine, question, plan);
  let size = await deepSize(engine, question, plan);
  if (!size || size.total <= engine.options.anchorFrom) {
    const snapshot = await openSnapshot(engine, question);
    if (snapshot) return { snapshot };
    // There were more than the planner expected.
    size ??= await countedSize(engine, question, plan);
  }
  if (!size) throw tooWide(engine, question, 'narrowFilter');
  engine.anchors.prepare(plan.anchors);
  return {
    anchored: { question, plan, ...size },
    token: `a.${size.bound}.${size.total}.${question.hash}`,
  };
}

/** A snapshot that has been dropped, or that another server opened. */
const reopen = (engine: Reading, question: ListQuestion, bound: string): Promise<Snapshot | undefined> =>
  typeof deepPlan(question) === 'string'
    ? openWideSnapshot(engine, question, false, bound)
    : openSnapshot(engine, question, bound);

/** Goes on with the scroll a token names; another filter's or person's token is gone. */
export async function resumeScroll(engine: Reading, question: ListQuestion, token: string): Promise<Scroll> {
  const [kind, bound = '', ...rest] = token.split('.');
  if (rest.at(-1) !== question.hash || !(isId(bound) || bound === '0')) throw new Refused('snapshotGone');
  if (kind === 'a') {
    const plan = deepPlan(question);
    const total = Number(rest[0]);
    if (typeof plan === 'string' || !Number.isSafeInteger(total)) throw new Refused('snapshotGone');
    return { anchored: { question, plan, bound, total }, token };
  }
  const snapshot = engine.snapshots.get(token) ?? (await reopen(engine, question, bound));
  if (!snapshot) throw new Refused('snapshotGone');
  return { snapshot };
}
