import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '../../../contract/errors.ts';
import { newId } from '../db/id.ts';
import { outcomeOf } from '../http/outcomes.ts';
import { errorLine } from '../observability/errorLine.ts';
import type { Place } from '../places.ts';
import { userAgentOf } from '../userAgent.ts';

export type Kind = 'vis' | 'op' | 'ex';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a call did that changes nothing and is kept in the operation log nevertheless, as it is kept there. */
    operation?: Record<string, unknown>;
  }
}

/** A row of one of the logs of requests, by its columns. */
export interface Entry {
  id: string;
  tenant_id: string | null;
  log_date_time: Date;
  user_id: string | null;
  /** As it was typed at a sign-in; kept only where there is such an account, as people type passwords into that box. */
  typed: string | null;
  display_title: string;
  controller_name: string;
  action_name: string;
  http_method: string;
  request_url: string;
  status: number;
  error_code: string | null;
  elapsed: number;
  remote_ip: string;
  location: string | null;
  longitude: number | null;
  latitude: number | null;
  browser: string | null;
  os: string | null;
  trace_id: string;
  request_param: Record<string, unknown> | null;
  fingerprint: string | null;
  exception: string | null;
}

const NOWHERE = { location: null, longitude: null, latitude: null };
const LONGEST_URL = 500;
const LONGEST_EXCEPTION = 8_000;
const IDS_MOST = 20;
/** Keys whose values say which rows and which way, and are nobody's secret; of the others the names are kept. */
const KEPT: ReadonlySet<string> = new Set([
  'id',
  'ids',
  'userId',
  'status',
  'all',
  'resource',
  'action',
  'version',
]);
/** Sent by the client itself while somebody works, and calls that are logged in full elsewhere. */
const QUIET: ReadonlySet<string> = new Set([
  'layout',
  'userSetting',
  'orderViewer',
  'open',
  'demo',
  'swagger',
]);

/** Reading is no operation. */
const READ = '/api/sysNotice/setRead';

function paramOf(body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'object' || body === null) return null;
  if (Array.isArray(body)) return { count: body.length };
  // A file has a key for each of its bytes.
  if (Buffer.isBuffer(body)) return { bytes: body.length };
  const kept: Record<string, unknown> = {};
  const named: string[] = [];
  for (const [key, value] of Object.entries(body as Record<string, unknown>)) {
    if (!KEPT.has(key)) named.push(key);
    else if (Array.isArray(value))
      Object.assign(kept, { [key]: value.slice(0, IDS_MOST), count: value.length });
    else if (typeof value !== 'object') kept[key] = value;
  }
  return named.length > 0 ? { ...kept, fields: named.slice(0, 50) } : kept;
}

/** Texts in quotes are values of rows; addresses and numbers differ from one time to the next. */
const withoutValues = (text: string): string =>
  text.replaceAll(/"[^"\n]*"/g, '"…"').replaceAll(/'[^'\n]*'/g, "'…'");

/** What arises at the same place for the same reason is one. */
function exceptionOf(error: unknown): { fingerprint: string; exception: string } {
  const line = errorLine(error) as { type?: string; message?: string; stack?: string } | string;
  const { type = 'Error', message = '', stack = '' } = typeof line === 'string' ? { message: line } : line;
  const place = stack.split('\n').find((each) => each.includes('/server/')) ?? '';
  const where = place.replaceAll(/:\d+/g, '').replace(/\(.*\/server\//, '(server/');
  const reason = withoutValues(message).replaceAll(/\d+/g, '#');
  const print = createHash('sha256').update(`${type}\n${reason}\n${where}`).digest('hex').slice(0, 16);
  return { fingerprint: print, exception: withoutValues(stack || message).slice(0, LONGEST_EXCEPTION) };
}

const typedAccount = ({ body }: FastifyRequest): string | null => {
  const account = (body as { account?: unknown } | null | undefined)?.account;
  return typeof account === 'string' ? account.slice(0, 40) : null;
};

/** Under which key a system acted in somebody's name. */
const signedBy = ({ caller }: FastifyRequest, param: Entry['request_param']): Entry['request_param'] =>
  caller?.identity === undefined ? param : { ...param, accessKey: caller.identity };

/** In which log an answered request belongs; undefined for what reads, and for what nobody asked for by hand. */
function kindOf(request: FastifyRequest, controller: string, failed: boolean): Kind | undefined {
  if (failed) return 'ex';
  // A signed call that was not let in is no operation, but somebody at the door.
  if (controller !== 'open' && outcomeOf(request)?.refused.code === 'openAccess') return 'vis';
  if (request.operation) return 'op';
  const { effect } = request.routeOptions.config;
  if (controller === 'sysAuth') return effect === undefined || effect === 'none' ? undefined : 'vis';
  if (effect !== 'keyed' || QUIET.has(controller) || request.routeOptions.url === READ) return undefined;
  // A rehearsal changes nothing.
  return (request.body as { dryRun?: unknown } | null | undefined)?.dryRun === true ? undefined : 'op';
}

/** What the logs keep of an answered request. */
export function entryOf(
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
  place: Place | undefined,
): { kind: Kind; entry: Entry } | undefined {
  const path = request.url.split('?', 1)[0] ?? '';
  const [, root, controller = '', action = ''] = path.split('/');
  if (root !== 'api') return undefined;
  const outcome = outcomeOf(request);
  const status = outcome ? ERRORS[outcome.refused.code] : 200;
  const kind = kindOf(request, controller, status === 500);
  if (!kind) return undefined;
  const { caller } = request;
  const userId = caller?.userId || null;
  const entry: Entry = {
    id: newId(),
    tenant_id: (userId && caller.tenantId) || null,
    log_date_time: now,
    user_id: userId,
    typed: userId ? null : typedAccount(request),
    display_title: request.routeOptions.config.summary ?? path,
    controller_name: controller,
    action_name: action,
    http_method: request.method,
    request_url: path.slice(0, LONGEST_URL),
    status,
    error_code: outcome?.refused.code ?? null,
    elapsed: Math.round(reply.elapsedTime),
    remote_ip: request.ip,
    ...(place ?? NOWHERE),
    ...userAgentOf(request.headers['user-agent']),
    trace_id: request.id,
    request_param: kind === 'vis' ? null : signedBy(request, request.operation ?? paramOf(request.body)),
    fingerprint: null,
    exception: null,
    ...(kind === 'ex' && exceptionOf(outcome?.error)),
  };
  return { kind, entry };
}
