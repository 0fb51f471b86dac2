import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { logDifference } from '../../engine/differences.ts';
import { EXCEPTION_STATES, type ExceptionGroup } from '../../../contract/exceptionGroup.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import { callTitle } from '../../platform/http/callTitle.ts';
import { type Caller, isSuper } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';

const MOST = 500;

/** Failures of people whom the caller sees, over alias e: $1 tenant, $2 organisations, $3 itself; null narrows nothing. */
const SEEN = `($1::bigint is null or e.tenant_id = $1)
  and ($2::bigint[] is null or e.user_id = any(array(
    select u.id from sys_user u where u.tenant_id = $1 and (u.org_id = any($2) or u.id = $3))))`;

/** Who sees all tenants has no tenant here, and who sees all of one no organisations. */
const seenBy = (caller: Caller): [string | null, readonly string[] | null, string | null] => [
  isSuper(caller) ? null : caller.tenantId,
  caller.orgIds === 'all' ? null : caller.orgIds,
  caller.selfOnly ? caller.userId : null,
];

const GROUPS = `with last as (
    select distinct on (fingerprint) fingerprint, controller_name, action_name, display_title, request_url, exception, trace_id
    from sys_log_ex e where ${SEEN} order by fingerprint, id desc
  ), counted as (
    select fingerprint, count(*)::float8 as count, min(log_date_time) as first_at, max(log_date_time) as last_at
    from sys_log_ex e where ${SEEN} group by fingerprint
  )
  select c.fingerprint, c.count, c.first_at as "firstAt", c.last_at as "lastAt", l.trace_id as "lastTrace",
    l.controller_name as controller, l.action_name as action, l.display_title as kept, l.request_url as "requestUrl",
    l.exception, m.state, m.marked_at as "markedAt", m.account as "markedBy"
  from counted c join last l using (fingerprint) left join sys_log_ex_mark m using (fingerprint)
  order by c.last_at desc limit ${MOST}`;

interface GroupRow
  extends Omit<ExceptionGroup, 'firstAt' | 'lastAt' | 'markedAt' | 'state' | 'again' | 'displayTitle'> {
  firstAt: Date;
  lastAt: Date;
  markedAt: Date | null;
  state: 'muted' | 'resolved' | null;
  controller: string;
  action: string;
  kept: string;
}

async function groupsOf(deps: AppDeps, caller: Caller): Promise<ExceptionGroup[]> {
  const { rows } = await deps.pool.query<GroupRow>(GROUPS, seenBy(caller));
  return rows.map(({ controller, action, kept, firstAt, lastAt, markedAt, state, ...row }) => {
    const again = state === 'resolved' && markedAt !== null && lastAt > markedAt;
    return {
      ...row,
      displayTitle: callTitle(deps.locales, caller.locale, controller, action) ?? kept,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
      markedAt: markedAt?.toISOString() ?? null,
      state: again ? 'open' : (state ?? 'open'),
      again,
    };
  });
}

/** Failures by their fingerprint, and what people have made of them. */
export function mountExceptionGroups(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysLogEx/groups',
    permission: { anyOf: ['sysLogEx:page'] },
    body: z.looseObject({}),
    summary: 'Failures that are the same, with their count, the first and the last of them',
    handler: ({ caller }) => groupsOf(deps, caller),
  });
  writeRoute(app, deps, {
    url: '/api/sysLogEx/mark',
    permission: { anyOf: ['sysLogEx:mark'] },
    body: z.strictObject({
      fingerprint: z.string().regex(/^[\da-f]{16}$/),
      state: z.enum(EXCEPTION_STATES),
    }),
    summary: 'Marks failures that are the same as muted, resolved or open again',
    handler: async ({ tx, caller, body: { fingerprint, state } }) => {
      const known = await tx.query(`select from sys_log_ex e where ${SEEN} and fingerprint = $4 limit 1`, [
        ...seenBy(caller),
        fingerprint,
      ]);
      if (known.rowCount === 0) throw new Refused('notFound');
      if (state === 'open')
        await tx.query('delete from sys_log_ex_mark where fingerprint = $1', [fingerprint]);
      else
        await tx.query(
          `insert into sys_log_ex_mark (fingerprint, state, user_id, account, marked_at) values ($1, $2, $3, $4, $5)
           on conflict (fingerprint) do update set state = excluded.state, user_id = excluded.user_id,
             account = excluded.account, marked_at = excluded.marked_at`,
          [fingerprint, state, caller.userId, caller.account, deps.clock.now()],
        );
      const sides = { before: { state: null }, after: { state } };
      const change = { resource: 'sysLogEx', id: '0', name: fingerprint, ...sides };
      await logDifference(tx, change, caller, deps.clock.now());
      return true;
    },
  });
}
