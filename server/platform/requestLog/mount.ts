import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../http/deps.ts';
import { type Entry, entryOf, type Kind } from './entry.ts';

const EVERY_MS = 1_000;
/** Rows that wait in memory; past them the log loses the newest rather than the server its memory. */
const MOST = 5_000;

const COLUMNS = `id, tenant_id, log_date_time, user_id, account, real_name, display_title, controller_name, action_name,
  http_method, request_url, status, error_code, elapsed, remote_ip, location, longitude, latitude, browser, os,
  trace_id`;
const VALUES = `e.id, coalesce(e.tenant_id, u.tenant_id), e.log_date_time, u.id, u.account, u.real_name, e.display_title,
  e.controller_name, e.action_name, e.http_method, e.request_url, e.status, e.error_code, e.elapsed, e.remote_ip, e.location, e.longitude,
  e.latitude, e.browser, e.os, e.trace_id`;
const FROM = `jsonb_to_recordset($1::jsonb) as e(id bigint, tenant_id bigint, log_date_time timestamptz, user_id bigint,
    typed text, display_title text, controller_name text, action_name text, http_method text, request_url text,
    status smallint, error_code text, elapsed integer, remote_ip text, location text,
    longitude text, latitude text, browser text, os text, trace_id text,
    request_param jsonb, fingerprint text, exception text)
  left join sys_user u on u.id = e.user_id or (e.user_id is null and lower(u.account) = lower(e.typed))`;

const INSERT: Readonly<Record<Kind, string>> = {
  vis: `insert into sys_log_vis (${COLUMNS}) select ${VALUES} from ${FROM}`,
  op: `insert into sys_log_op (${COLUMNS}, request_param) select ${VALUES}, e.request_param from ${FROM}`,
  ex: `insert into sys_log_ex (${COLUMNS}, request_param, fingerprint, exception)
    select ${VALUES}, e.request_param, e.fingerprint, e.exception from ${FROM}`,
};
const KINDS = Object.keys(INSERT) as Kind[];

/** Writes what was asked of the system into the access, operation and exception logs, after the answer and in batches. */
export function logRequests(app: FastifyInstance, deps: AppDeps): void {
  const waiting: Record<Kind, Entry[]> = { vis: [], op: [], ex: [] };
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;

  async function flush(): Promise<void> {
    timer = undefined;
    for (const kind of KINDS) {
      const entries = waiting[kind].splice(0);
      if (entries.length === 0) continue;
      try {
        await deps.work.query(INSERT[kind], [JSON.stringify(entries)]);
      } catch (error) {
        deps.log.error({ err: error, kind, rows: entries.length }, 'requests could not be logged');
      }
    }
    if (lost > 0) deps.log.error({ rows: lost }, 'requests were not logged: too many at once');
    lost = 0;
  }

  app.addHook('onResponse', async (request, reply) => {
    const found = entryOf(request, reply, deps.clock.now(), deps.places?.(request.ip));
    if (!found) return;
    const rows = waiting[found.kind];
    if (rows.length >= MOST) lost += 1;
    else rows.push(found.entry);
    timer ??= setTimeout(() => void flush(), EVERY_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    await flush();
  });
}
