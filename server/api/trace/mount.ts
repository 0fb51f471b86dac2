import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { TRACE_LOGS, type Trace, type TraceItem, type TraceLog } from '../../../contract/trace.ts';
import { compiledOf, type Engine, readingAs } from '../../engine/engine.ts';
import { readPage } from '../../engine/page.ts';
import { engineOf } from '../../engine/shared.ts';
import { msOf } from '../../platform/db/id.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';

/** Rows of one log at most: a bulk of thousands is read in its list. */
const MOST = 200;

type Row = Readonly<Record<string, unknown>> & { id: string };

/** A log's own instants are of the caller's clock where they are the family's; ids have the milliseconds. */
function itemOf(log: TraceLog, row: Row): TraceItem {
  const own = row.createdAt ?? row.sentAt;
  const at = typeof own === 'string' ? new Date(own) : new Date(msOf(row.id));
  const took = Number(row.elapsed ?? row.milliseconds ?? 0);
  return { log, id: row.id, at: at.toISOString(), from: new Date(at.getTime() - took).toISOString(), row };
}

/** What of a log belongs to the trace, as far as the caller sees its rows. */
async function rowsOf(engine: Engine, caller: Caller, log: TraceLog, traceId: string) {
  const compiled = compiledOf(engine, log);
  const asked = { traceId, pageSize: MOST };
  const { text } = await readPage(readingAs(engine, compiled, caller), compiled, caller, asked);
  return JSON.parse(text) as { items: Row[]; hasNextPage: boolean };
}

async function traceOf(engine: Engine, caller: Caller, traceId: string): Promise<Trace> {
  const open = TRACE_LOGS.filter((log) => can(caller, `${log}:page`));
  const read = await Promise.all(
    open.map(async (log) => ({ log, ...(await rowsOf(engine, caller, log, traceId)) })),
  );
  const items = read.flatMap(({ log, items: rows }) => rows.map((row) => itemOf(log, row)));
  items.sort((a, b) => a.from.localeCompare(b.from) || a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
  return {
    traceId,
    items,
    cut: read.filter(({ hasNextPage }) => hasNextPage).map(({ log }) => log),
    hidden: TRACE_LOGS.filter((log) => !open.includes(log)),
  };
}

/** What one request led to, on one axis of time. */
export function mountTrace(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/logTrace/items',
    permission: { anyOf: ['logTrace:page'] },
    body: z.strictObject({ traceId: z.string().trim().min(1).max(80) }),
    summary: 'Rows of all logs that one request led to, of the logs that the caller may read',
    handler: async ({ caller, body }) => traceOf(await engineOf(deps), caller, body.traceId.toLowerCase()),
  });
}
