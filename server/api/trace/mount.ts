import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { spellingsOf } from '../../../contract/anyId.ts';
import { isId } from '../../../contract/id.ts';
import {
  TRACE,
  TRACE_DAYS,
  TRACE_LOGS,
  type Trace,
  type TraceItem,
  type TraceLog,
} from '../../../contract/trace.ts';
import { compiledOf, type Engine, readingAs } from '../../engine/engine.ts';
import { readPage } from '../../engine/page.ts';
import { engineOf } from '../../engine/shared.ts';
import { msOf } from '../../platform/db/id.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';

/** Rows of one log at most: a bulk of thousands is read in its list. */
const MOST = 200;
/** Requests that are followed from the rows of an object, the last of them. */
const TRACES_MOST = 20;
const DAY_MS = 86_400_000;

const body = z.strictObject({
  find: z.string().trim().min(2).max(80),
  days: z.union(TRACE_DAYS.map((days) => z.literal(days))).default(TRACE_DAYS[1]),
});
type Body = z.infer<typeof body>;

type Row = Readonly<Record<string, unknown>> & { id: string };
type Question = Readonly<Record<string, unknown>>;

interface Found {
  log: TraceLog;
  rows: readonly Row[];
  isCut: boolean;
}

/** Where a log names a person or an object, by what is written in the log itself; ids are numbers. */
const NAMED: Readonly<Record<TraceLog, { at: string; texts: readonly string[]; ids: readonly string[] }>> = {
  sysLogVis: { at: 'logDateTime', texts: ['account'], ids: [] },
  sysLogOp: { at: 'logDateTime', texts: ['account'], ids: [] },
  sysLogEx: { at: 'logDateTime', texts: ['account'], ids: [] },
  sysLogDiff: { at: 'logDateTime', texts: ['account'], ids: ['rowId'] },
  openApiLog: { at: 'createdAt', texts: ['merchantOrderNo', 'accessKey'], ids: [] },
  orderLog: { at: 'createdAt', texts: ['orderNo', 'operator'], ids: ['orderId'] },
  callback: { at: 'sentAt', texts: ['orderNo'], ids: ['orderId'] },
};

interface Leaf {
  field: string;
  value: string;
}

const equalsAny = (leaves: readonly Leaf[]): Question => ({
  logic: 'or',
  filters: leaves.map((leaf) => ({ ...leaf, operator: 'EQ' })),
});

function namedIn(log: TraceLog, find: string, objects: readonly string[], from: string): Question {
  const { at, texts, ids } = NAMED[log];
  const named = texts.flatMap((field) => spellingsOf(find).map((value) => ({ field, value })));
  const numbered = ids.flatMap((field) => objects.map((value) => ({ field, value })));
  return { [at]: { from }, filter: equalsAny([...named, ...numbered]) };
}

/** Rows of the system name objects by id alone: what changed a person is found by the account, too. */
async function objectsOf(engine: Engine, caller: Caller, find: string): Promise<string[]> {
  if (isId(find)) return [find];
  if (!can(caller, 'sysUser:page')) return [];
  const compiled = compiledOf(engine, 'sysUser');
  const asked = { filter: equalsAny(spellingsOf(find).map((value) => ({ field: 'account', value }))) };
  const { text } = await readPage(readingAs(engine, compiled, caller), compiled, caller, asked);
  return (JSON.parse(text) as { items: Row[] }).items.map(({ id }) => id);
}

/** The last requests that these rows are consequences of. */
function tracesOf(found: readonly Found[]): string[] {
  const rows = found.flatMap(({ log, rows: own }) => own.map((row) => ({ at: itemOf(log, row).at, row })));
  rows.sort((a, b) => b.at.localeCompare(a.at));
  const traces = new Set(rows.map(({ row }) => row.traceId).filter((trace) => typeof trace === 'string'));
  return [...traces].slice(0, TRACES_MOST);
}

/** A log's own instants are of the caller's clock where they are the family's; ids have the milliseconds. */
function itemOf(log: TraceLog, row: Row): TraceItem {
  const own = row.createdAt ?? row.sentAt;
  const at = typeof own === 'string' ? new Date(own) : new Date(msOf(row.id));
  const took = Number(row.elapsed ?? row.milliseconds ?? 0);
  return { log, id: row.id, at: at.toISOString(), from: new Date(at.getTime() - took).toISOString(), row };
}

/** What of a log a question finds, as far as the caller sees its rows. */
async function rowsOf(engine: Engine, caller: Caller, log: TraceLog, question: Question): Promise<Found> {
  const compiled = compiledOf(engine, log);
  const asked = { ...question, pageSize: MOST };
  const { text } = await readPage(readingAs(engine, compiled, caller), compiled, caller, asked);
  const { items, hasNextPage } = JSON.parse(text) as { items: Row[]; hasNextPage: boolean };
  return { log, rows: items, isCut: hasNextPage };
}

/** All logs at once, each by its own question. */
async function ask(
  engine: Engine,
  caller: Caller,
  logs: readonly TraceLog[],
  questionOf: (log: TraceLog) => Question,
): Promise<Found[]> {
  return Promise.all(logs.map((log) => rowsOf(engine, caller, log, questionOf(log))));
}

/** Rows that both readings found are one. */
function joined(found: readonly Found[], logs: readonly TraceLog[]): Trace {
  const items = new Map<string, TraceItem>();
  for (const { log, rows } of found) for (const row of rows) items.set(`${log}:${row.id}`, itemOf(log, row));
  return {
    items: [...items.values()].sort(
      (a, b) => a.from.localeCompare(b.from) || a.at.localeCompare(b.at) || a.id.localeCompare(b.id),
    ),
    cut: logs.filter((log) => found.some((each) => each.log === log && each.isCut)),
    hidden: TRACE_LOGS.filter((log) => !logs.includes(log)),
  };
}

/** By a trace alone; by a person or an object first what names it, then what else the same requests led to. */
async function traceOf(engine: Engine, caller: Caller, { find, days }: Body, now: Date): Promise<Trace> {
  const open = TRACE_LOGS.filter((log) => can(caller, `${log}:page`));
  if (TRACE.test(find)) {
    const traceId = find.toLowerCase();
    return joined(await ask(engine, caller, open, () => ({ traceId })), open);
  }
  const from = new Date(now.getTime() - days * DAY_MS).toISOString();
  const objects = await objectsOf(engine, caller, find);
  const named = await ask(engine, caller, open, (log) => namedIn(log, find, objects, from));
  const traces = tracesOf(named);
  if (traces.length === 0) return joined(named, open);
  const filter = equalsAny(traces.map((value) => ({ field: 'traceId', value })));
  return joined([...named, ...(await ask(engine, caller, open, () => ({ filter })))], open);
}

/** What one request led to, on one axis of time. */
export function mountTrace(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/logTrace/items',
    permission: { anyOf: ['logTrace:page'] },
    body,
    summary:
      'Rows of all logs that belong to a trace, a person or an object, of the logs that the caller may read',
    handler: async ({ caller, body: asked }) =>
      traceOf(await engineOf(deps), caller, asked, deps.clock.now()),
  });
}
