import { Refused } from '../platform/http/refused.ts';
import type { Reading } from './engine.ts';
import { JsonText } from './json.ts';
import type { Anchor, Laid } from './layAnchors.ts';
import type { DeepPlan, ListQuestion } from './plan.ts';
import { rowsByIds } from './read.ts';
import { scopeClause } from './scope.ts';
import { and, named, Params } from './sql.ts';
import { gapAfter, offsetsOf, stretchAt } from './stretches.ts';

/** A scroll past the snapshot limit: rows up to `bound`, of which there were `total` when it began. */
export interface AnchoredScroll {
  question: ListQuestion;
  plan: DeepPlan;
  bound: string;
  total: number;
}

interface Cut {
  /** The rows before or after these keys. */
  edges?: { op: '<' | '>' | '>='; at: Anchor }[];
  /** Walk the index from its newest end. */
  backward: boolean;
  offset: number;
  limit: number;
}

/** Without anchors a scope is walked from the near end no further than this. */
const NEAR_ROWS = 1_000;

/** Ids by a walk along the index alone, oldest first. */
async function walk(engine: Reading, scroll: AnchoredScroll, cut: Cut): Promise<string[]> {
  const { anchors, merchants } = scroll.plan;
  const { table, filter, sort } = anchors;
  const params = new Params();
  const conditions = [
    ...(filter ? [`i.${filter.column} = ${params.add(filter.value)}::${filter.type}`] : []),
    ...(merchants ? [`i.merchant_id = any(${params.add(merchants)}::bigint[])`] : []),
    `i.id <= ${params.add(scroll.bound)}::bigint`,
    ...(cut.edges ?? []).map(
      ({ op, at }) =>
        `(i.${sort.column}, i.id) ${op} (${params.add(at.key)}::${sort.type}, ${params.add(at.id)}::bigint)`,
    ),
  ];
  const way = cut.backward ? ' desc' : '';
  const text = `select i.id from ${table} i where ${conditions.join(' and ')}
    order by i.${sort.column}${way}, i.id${way} limit ${params.add(cut.limit)} offset ${params.add(cut.offset)}`;
  // Unnamed where merchants are given: planned with them, many are looked up by hash.
  const statement = merchants ? { text, values: params.values } : named(text, params.values);
  const { rows } = await engine.keyPool.query<{ id: string }>(statement);
  const ids = rows.map((row) => row.id);
  return cut.backward ? ids.reverse() : ids;
}

/** Rows by their place from the oldest end, where nothing is ever inserted. */
async function fromAnchors(
  engine: Reading,
  scroll: AnchoredScroll,
  { anchors }: Laid,
  offsets: Float64Array,
  { oldest, count }: { oldest: number; count: number },
): Promise<string[]> {
  let stretch = stretchAt(offsets, oldest);
  const next = anchors[stretch + 1];
  let offset = oldest - (offsets[stretch] ?? 0);
  const size = (offsets[stretch + 1] ?? 0) - (offsets[stretch] ?? 0);
  if (next && offset > size / 2 && offset + count <= size)
    return walk(engine, scroll, {
      edges: [{ op: '<', at: next }],
      backward: true,
      offset: size - offset - count,
      limit: count,
    });
  const ids: string[] = [];
  for (;;) {
    const from = anchors[stretch];
    if (!from) return ids;
    const gap = gapAfter(offsets, stretch, oldest + count);
    const to = gap && anchors[gap.begin];
    const found = await walk(engine, scroll, {
      edges: [{ op: '>=', at: from }, ...(to ? [{ op: '<' as const, at: to }] : [])],
      backward: false,
      offset,
      limit: count - ids.length,
    });
    ids.push(...found);
    if (!gap || ids.length >= count) return ids;
    stretch = gap.end;
    offset = 0;
  }
}

/** So many rows are read from the near end of the index: exactly, and without anchors. */
function nearRows(
  engine: Reading,
  { plan, total }: AnchoredScroll,
  offsets: Float64Array | undefined,
): number {
  const { every } = engine.anchors;
  if (plan.merchants === null) return every;
  if (!offsets) return NEAR_ROWS;
  const counted = offsets.at(-1) ?? 0;
  // What never moves is found by its place; only what joined since is not.
  if (plan.anchors.appendOnly) return plan.descending ? total - counted : 0;
  // About as many as there are among so many of all.
  return Math.ceil(counted / (offsets.length - 1));
}

/** Any block at any depth: from the near end by its order, else from the nearest anchor. */
export async function anchoredBlock(
  engine: Reading,
  scroll: AnchoredScroll,
  start: number,
  limit: number,
): Promise<JsonText> {
  const { plan, total, question } = scroll;
  const { every } = engine.anchors;
  const count = Math.min(limit, total - start);
  if (count <= 0) return new JsonText('[]');
  const ready = plan.merchants && engine.anchors.peek(plan.anchors);
  const known = ready ? offsetsOf(ready, plan.merchants, every) : undefined;
  let ids: string[];
  if (start < nearRows(engine, scroll, known)) {
    ids = await walk(engine, scroll, { backward: plan.descending, offset: start, limit: count });
  } else {
    const laid = await engine.anchors.get(plan.anchors);
    const oldest = plan.descending ? total - start - count : start;
    const offsets = offsetsOf(laid, plan.merchants, every);
    ids = await fromAnchors(engine, scroll, laid, offsets, { oldest, count });
  }
  return rowsByIds(engine.pool, question, plan.descending ? ids.reverse() : ids);
}

/** The rows next to one the caller already has: nothing is repeated or missed while others come and go. */
export async function anchoredNeighbours(
  engine: Reading,
  scroll: AnchoredScroll,
  neighbour: { id: string; side: 'after' | 'before' },
  limit: number,
): Promise<JsonText> {
  const { question, plan } = scroll;
  const { compiled, caller, visible } = question;
  const own = new Params();
  const id = own.add(neighbour.id);
  const scope = scopeClause(compiled, caller, visible, own);
  const { rows } = await engine.pool.query<{ key: string }>(
    named(
      `select t.${plan.anchors.sort.column}::text as key from ${compiled.table} t where t.id = ${id}::bigint and ${and(scope)}`,
      own.values,
    ),
  );
  const found = rows[0];
  if (!found) throw new Refused('snapshotGone');
  const backward = (neighbour.side === 'after') === plan.descending;
  const at = { key: found.key, id: neighbour.id };
  const ids = await walk(engine, scroll, {
    edges: [{ op: backward ? '<' : '>', at }],
    backward,
    offset: 0,
    limit,
  });
  return rowsByIds(engine.pool, question, plan.descending ? ids.reverse() : ids);
}
