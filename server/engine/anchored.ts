import { Refused } from '../http/refused.ts';
import type { Reading } from './engine.ts';
import { JsonText } from './json.ts';
import type { DeepPlan, ListQuestion } from './plan.ts';
import { arrayOf, jsonOf } from './read.ts';
import { scopeClause } from './scope.ts';
import { and, named, Params } from './sql.ts';

/** A scroll past the snapshot limit: rows up to `bound`, of which there were `total` when it began. */
export interface AnchoredScroll {
  question: ListQuestion;
  plan: DeepPlan;
  bound: string;
  total: number;
}

interface Cut {
  conditions: string[];
  /** Walk the index from its newest end. */
  backward: boolean;
  offset: number;
  limit: number;
}

/** Walks the index alone, then joins the few rows found, in the order asked for. */
function read(engine: Reading, scroll: AnchoredScroll, params: Params, cut: Cut): Promise<JsonText> {
  const { compiled } = scroll.question;
  const { anchors, descending } = scroll.plan;
  const { filter, sort } = anchors;
  const conditions = [
    ...(filter ? [`i.${filter.column} = ${params.add(filter.value)}::${filter.type}`] : []),
    `i.id <= ${params.add(scroll.bound)}::bigint`,
    ...cut.conditions,
  ];
  const way = cut.backward ? ' desc' : '';
  const keys = `select i.${sort.column} as key, i.id from ${compiled.table} i where ${conditions.join(' and ')}
    order by i.${sort.column}${way}, i.id${way} limit ${params.add(cut.limit)} offset ${params.add(cut.offset)}`;
  const scope = scopeClause(compiled, scroll.question.caller, scroll.question.visible, params);
  const from = `(${keys}) k join ${compiled.table} t on t.id = k.id and ${and(scope)}`;
  const down = descending ? ' desc' : '';
  return jsonOf(engine.pool, arrayOf(compiled, from, `k.key${down}, k.id${down}`), params.values);
}

const row = (sort: { column: string; type: string }, key: string, id: string, params: Params, op: string) =>
  `(i.${sort.column}, i.id) ${op} (${params.add(key)}::${sort.type}, ${params.add(id)}::bigint)`;

/** Any block at any depth: from the near end by its order, else from the nearest anchor. */
export async function anchoredBlock(
  engine: Reading,
  scroll: AnchoredScroll,
  start: number,
  limit: number,
): Promise<JsonText> {
  const { plan, total } = scroll;
  const { every } = engine.anchors;
  const count = Math.min(limit, total - start);
  if (count <= 0) return new JsonText('[]');
  const params = new Params();
  if (start < every) {
    return read(engine, scroll, params, {
      conditions: [],
      backward: plan.descending,
      offset: start,
      limit: count,
    });
  }
  const anchors = await engine.anchors.get(plan.anchors);
  // Anchors count from the oldest end, where nothing is ever inserted.
  const oldest = plan.descending ? total - start - count : start;
  const index = Math.min(Math.floor(oldest / every), anchors.length - 1);
  const [near, next] = [anchors[index], anchors[index + 1]];
  if (!near) return new JsonText('[]');
  const skip = oldest - index * every;
  const { sort } = plan.anchors;
  if (next && skip > every / 2 && skip + count <= every) {
    const conditions = [row(sort, next.key, next.id, params, '<')];
    return read(engine, scroll, params, {
      conditions,
      backward: true,
      offset: every - skip - count,
      limit: count,
    });
  }
  const conditions = [row(sort, near.key, near.id, params, '>=')];
  return read(engine, scroll, params, { conditions, backward: false, offset: skip, limit: count });
}

/** The rows next to one the caller already has: nothing is repeated or missed while others come and go. */
export async function anchoredBeside(
  engine: Reading,
  scroll: AnchoredScroll,
  beside: { id: string; side: 'after' | 'before' },
  limit: number,
): Promise<JsonText> {
  const { compiled, caller, visible } = scroll.question;
  const { sort } = scroll.plan.anchors;
  const own = new Params();
  const id = own.add(beside.id);
  const scope = scopeClause(compiled, caller, visible, own);
  const { rows } = await engine.pool.query<{ key: string }>(
    named(
      `select t.${sort.column}::text as key from ${compiled.table} t where t.id = ${id}::bigint and ${and(scope)}`,
      own.values,
    ),
  );
  const found = rows[0];
  if (!found) throw new Refused('snapshotGone');
  const backward = (beside.side === 'after') === scroll.plan.descending;
  const params = new Params();
  const conditions = [row(sort, found.key, beside.id, params, backward ? '<' : '>')];
  return read(engine, scroll, params, { conditions, backward, offset: 0, limit });
}
