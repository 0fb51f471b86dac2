import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { NoticeAlert } from '../../../contract/alertDrill.ts';
import { EVERYONE } from '../../../contract/audience.ts';
import type { NoticeLink } from '../../../contract/noticeLink.ts';
import { localText } from '../../../contract/localised.ts';
import { idSchema } from '../../../contract/validate.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { Scopes } from '../../engine/scope.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import { type Caller, isSuper } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { timeText } from '../../platform/http/zone.ts';

const PUBLISHED = 1;
const MOST = 100;
const EVERYBODY = 0;
const STAFF = 1;

/** What concerns upstreams and other merchants is not for a merchant's eyes. */
const audiencesOf = (caller: Caller): number[] =>
  caller.merchantId === null ? [EVERYBODY, STAFF] : [EVERYBODY];

/** What only those may read who may open what it is about; null for all. */
const rightsOf = (caller: Caller): string[] | null => (isSuper(caller) ? null : [...caller.permissions]);
/** Over alias n: the caller $1, audiences $5, rights $6, visible merchants $7 (null for all). */
const FOR_CALLER =
  'n.audience = any($5) and (n.user_id is null or n.user_id = $1) and (n.permission is null or $6::text[] is null or n.permission = any($6)) and (n.merchant_id is null or $7::bigint[] is null or n.merchant_id = any($7))';

interface NoticeRow {
  id: string;
  title: string;
  content: string;
  type: number;
  publisher: string;
  publishTime: Date;
  read: boolean;
  /** The way to what an alert is about; null of other notices, and where its rule is gone. */
  alert: NoticeAlert | null;
  /** The way to what another notice is about. */
  link: NoticeLink | null;
}

const MINE = `select n.id::text, n.title, n.content, n.type, n.link, n.publisher, n.publish_time as "publishTime",
    r.user_id is not null as read, case when a.id is not null then
      n.alert || jsonb_build_object('isMuted', coalesce(a.muted_until > now(), false) or a.status <> ${SWITCH.enabled}, 'isFiring', coalesce(i.status = 'firing', false)) end as alert
  from sys_notice n left join alert_rule a on a.id = (n.alert ->> 'ruleId')::bigint
  left join alert_incident i on i.id = (n.alert ->> 'incidentId')::bigint
  left join sys_notice_read r on r.notice_id = n.id and r.user_id = $1
  where n.tenant_id = $2 and n.status = $3 and ${FOR_CALLER} order by n.publish_time desc, n.id desc limit $4`;

async function mine(deps: AppDeps, scopes: Scopes, caller: Caller, limit: number): Promise<unknown> {
  const { rows } = await deps.pool.query<NoticeRow>(MINE, [
    caller.userId,
    caller.tenantId,
    PUBLISHED,
    limit,
    audiencesOf(caller),
    rightsOf(caller),
    await scopes.visible(caller),
  ]);
  return rows.map(({ read, ...row }) => ({
    ...row,
    title: localText(row.title, caller.locale),
    content: localText(row.content, caller.locale),
    publisher: localText(row.publisher, caller.locale),
    readStatus: read ? 1 : 0,
    publishTime: timeText(row.publishTime, caller.timeZone),
    publishedAt: row.publishTime,
  }));
}

const limits = z.looseObject({ limit: z.coerce.number().int().min(1).max(MOST).default(20) });

/** Published notices of the caller's tenant that are for the caller, for the bell and the widget. */
export function mountNotices(app: FastifyInstance, deps: AppDeps): void {
  const scopes = new Scopes(deps.pool);
  const listMine = ({ caller, query, body }: Call<{ limit?: number } | undefined, { limit: number }>) =>
    mine(deps, scopes, caller, body?.limit ?? query.limit);
  const base = {
    url: '/api/sysNotice/mine',
    permission: { session: EVERYONE },
    query: limits,
    summary: 'Published notices, newest first',
  } as const;
  route(app, { ...base, method: 'GET', handler: listMine as never });
  route(app, {
    ...base,
    method: 'POST',
    effect: 'none',
    body: z.looseObject({ limit: z.int().min(1).max(MOST).optional() }),
    handler: listMine,
  });
  writeRoute(app, deps, {
    url: '/api/sysNotice/setRead',
    anyClock: true,
    permission: { session: EVERYONE },
    body: z.union([
      z.strictObject({ id: idSchema }).transform(({ id }) => [id]),
      z.strictObject({ ids: z.array(idSchema).max(MOST) }).transform(({ ids }) => ids),
    ]),
    summary: 'Mark notices as read',
    handler: async ({ caller, body, tx }) => {
      await tx.query(
        `insert into sys_notice_read (notice_id, user_id, read_at)
         select n.id, $1, $4 from sys_notice n where n.id = any($2::bigint[]) and n.tenant_id = $3 and n.status = ${PUBLISHED}
           and ${FOR_CALLER}
         on conflict do nothing`,
        [
          caller.userId,
          body,
          caller.tenantId,
          deps.clock.now(),
          audiencesOf(caller),
          rightsOf(caller),
          await scopes.visible(caller),
        ],
      );
      return true;
    },
  });
}
