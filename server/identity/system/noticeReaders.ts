import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { NoticeReaders } from '../../../contract/noticeReaders.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { idSchema } from '../../../contract/validate.ts';
import { compiledOf } from '../../engine/engine.ts';
import { rowsByIds } from '../../engine/read.ts';
import { engineOf } from '../../engine/shared.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';

/** The latest of them are named; all are counted. */
const NAMED_MOST = 200;

/** Whom it is for as `FOR_READER` has it, over everybody who can sign in. */
const COUNTS = `with recursive n as (select * from sys_notice where id = $1),
  below as (
    select o.id from sys_org o join n on n.org_ids ? o.id::text
    union select o.id from sys_org o join below b on o.pid = b.id)
  select (select count(*)::int from sys_notice_read where notice_id = $1) as read,
    (select count(*)::int from sys_user u cross join n where u.tenant_id = n.tenant_id and u.status = ${SWITCH.enabled}
      and (n.audience = 0 or u.merchant_id is null) and (n.for_user_id is null or n.for_user_id = u.id)
      and (n.role_ids is null and n.org_ids is null and n.merchant_ids is null
        or exists (select 1 from sys_user_role ur where ur.user_id = u.id and n.role_ids ? ur.role_id::text)
        or coalesce(n.merchant_ids ? u.merchant_id::text, false)
        or u.merchant_id is null and u.org_id in (select id from below))) as hearers`;
// Who publishes to everybody does not thereby learn the names of people of merchants out of their sight.
const NAMED = `select u.account, u.real_name as "realName", r.read_at as "readAt"
  from sys_notice_read r join sys_user u on u.id = r.user_id
  where r.notice_id = $1 and (u.merchant_id is null or $2::bigint[] is null or u.merchant_id = any($2))
  order by r.read_at desc, u.id limit ${NAMED_MOST}`;

interface NamedRow {
  account: string;
  realName: string;
  readAt: Date;
}

async function readersOf(deps: AppDeps, caller: Caller, id: string) {
  const engine = await engineOf(deps);
  const compiled = compiledOf(engine, resourceOf('sysNotice'));
  const visible = await engine.scopes.visible(caller);
  const { text } = await rowsByIds(deps.pool, { compiled, caller, visible }, [id]);
  if ((JSON.parse(text) as unknown[]).length === 0) throw new Refused('notFound');
  const counts = await deps.pool.query<Pick<NoticeReaders, 'read' | 'hearers'>>(COUNTS, [id]);
  const named = await deps.pool.query<NamedRow>(NAMED, [id, visible]);
  return { ...counts.rows[0]!, named: named.rows };
}

/** Who has read what somebody published: for whoever may see the notice among their own. */
export function mountNoticeReaders(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysNotice/readers',
    permission: { anyOf: ['sysNotice:page'] },
    query: z.looseObject({ id: idSchema }),
    summary: 'How many a notice is for, how many have read it, and who did last',
    handler: ({ caller, query }) => readersOf(deps, caller, query.id),
  });
}
