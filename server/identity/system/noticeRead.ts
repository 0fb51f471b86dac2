import type { NoticeAlert } from '../../../contract/alertDrill.ts';
import { localText } from '../../../contract/localised.ts';
import type { NoticeLink } from '../../../contract/noticeLink.ts';
import { safeHtml } from '../../../contract/richText.ts';
import type { Scopes } from '../../engine/scope.ts';
import { likeText } from '../../engine/sql.ts';
import { NOTICE_STATUS, SWITCH } from '../../platform/db/statuses.ts';
import { type Caller, isSuper } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { timeText } from '../../platform/http/zone.ts';

/** Notices as those read them whom they are for. */

const EVERYBODY = 0;
const STAFF = 1;

/** What concerns upstreams and other merchants is not for a merchant's eyes. */
const audiencesOf = (caller: Caller): number[] =>
  caller.merchantId === null ? [EVERYBODY, STAFF] : [EVERYBODY];

/** What only those may read who may open what it is about; null for all. */
const rightsOf = (caller: Caller): string[] | null => (isSuper(caller) ? null : [...caller.permissions]);

/** Published by now and for the caller, over alias n and the values of `readerOf`. */
export const FOR_READER = `n.tenant_id = $2 and n.status = ${NOTICE_STATUS.published} and n.publish_time <= $3
  and n.audience = any($4::smallint[]) and (n.for_user_id is null or n.for_user_id = $1)
  and (n.permission is null or $5::text[] is null or n.permission = any($5))
  and (n.merchant_id is null or $6::bigint[] is null or n.merchant_id = any($6))
  and (n.role_ids is null and n.org_ids is null and n.merchant_ids is null
    or coalesce(n.role_ids ?| $7::text[], false) or coalesce(n.merchant_ids ?| $9::text[], false)
    or coalesce(n.org_ids ?| array(with recursive above as (
      select id, pid from sys_org where id = $8::bigint
      union select o.id, o.pid from sys_org o join above on o.id = above.pid) select id::text from above), false))`;

type ReaderValues = [
  userId: string,
  tenantId: string,
  now: Date,
  audiences: number[],
  rights: string[] | null,
  merchants: readonly string[] | null,
  roles: readonly string[],
  org: string | null,
  ofMerchant: string[],
];

export async function readerOf(deps: AppDeps, scopes: Scopes, caller: Caller): Promise<ReaderValues> {
  const { userId, tenantId, merchantId, roleIds, orgId } = caller;
  return [
    userId,
    tenantId,
    deps.clock.now(),
    audiencesOf(caller),
    rightsOf(caller),
    await scopes.visible(caller),
    roleIds,
    // People of a merchant are none of the staff of the organisation that looks after it.
    merchantId === null && orgId ? orgId : null,
    merchantId === null ? [] : [merchantId],
  ];
}

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

const MINE = `select n.id::text, n.title, n.content, n.type, n.link, n.publisher, coalesce(n.publish_time, n.created_at) as "publishTime",
    r.user_id is not null as read, case when a.id is not null then
      n.alert || jsonb_build_object('isMuted', coalesce(a.muted_until > now(), false) or a.status <> ${SWITCH.enabled}, 'isFiring', coalesce(i.status = 'firing', false)) end as alert
  from sys_notice n left join alert_rule a on a.id = (n.alert ->> 'ruleId')::bigint
  left join alert_incident i on i.id = (n.alert ->> 'incidentId')::bigint
  left join sys_notice_read r on r.notice_id = n.id and r.user_id = $1
  where ${FOR_READER} order by n.publish_time desc, n.id desc limit $10`;

/** Newest first, for the bell and the widget. */
export async function mine(deps: AppDeps, scopes: Scopes, caller: Caller, limit: number): Promise<unknown> {
  const { rows } = await deps.pool.query<NoticeRow>(MINE, [...(await readerOf(deps, scopes, caller)), limit]);
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

interface ReceivedRow extends Omit<NoticeRow, 'read' | 'alert' | 'link'> {
  status: number;
  org: string | null;
  createdAt: Date;
  readAt: Date | null;
}

const RECEIVED = `select n.id::text, n.title, n.content, n.type, n.status, n.publisher, coalesce(n.publish_time, n.created_at) as "publishTime",
    n.created_at as "createdAt", r.read_at as "readAt", o.name as org
  from sys_notice n left join sys_notice_read r on r.notice_id = n.id and r.user_id = $1
  left join sys_org o on o.id = n.org_id
  where ${FOR_READER} and ($10::text is null or n.title ilike '%' || $10 || '%') and ($11::smallint is null or n.type = $11)
    and ($12::boolean is null or (r.user_id is not null) = $12)
  order by n.publish_time desc, n.id desc limit $13 offset $14`;
const COUNT = `select count(*)::int as total
  from sys_notice n left join sys_notice_read r on r.notice_id = n.id and r.user_id = $1
  where ${FOR_READER} and ($10::text is null or n.title ilike '%' || $10 || '%') and ($11::smallint is null or n.type = $11)
    and ($12::boolean is null or (r.user_id is not null) = $12)`;

/** As the family's clients read it: they draw the content as it comes, so that of the system is made safe here. */
function received(row: ReceivedRow, { locale, timeZone }: Caller) {
  return {
    id: row.id,
    title: localText(row.title, locale),
    content: safeHtml(localText(row.content, locale)),
    type: row.type,
    status: row.status,
    publicUserName: localText(row.publisher, locale),
    publicOrgName: row.org && localText(row.org, locale),
    publicTime: timeText(row.publishTime, timeZone),
    publishedAt: row.publishTime,
    createTime: timeText(row.createdAt, timeZone),
    readStatus: row.readAt ? 1 : 0,
    readTime: row.readAt && timeText(row.readAt, timeZone),
  };
}

export interface Asked {
  title?: string | undefined;
  type?: number | undefined;
  readStatus?: number | undefined;
  page: number;
  pageSize: number;
}

export async function pageReceived(deps: AppDeps, scopes: Scopes, caller: Caller, asked: Asked) {
  const { title, type, readStatus, page, pageSize } = asked;
  const read = readStatus === undefined ? null : readStatus === 1;
  const filter = [
    ...(await readerOf(deps, scopes, caller)),
    title ? likeText(title) : null,
    type ?? null,
    read,
  ];
  const { rows } = await deps.pool.query<ReceivedRow>(RECEIVED, [...filter, pageSize, (page - 1) * pageSize]);
  const total = (await deps.pool.query<{ total: number }>(COUNT, filter)).rows[0]!.total;
  const totalPages = Math.ceil(total / pageSize);
  const items = rows.map((row) => {
    const { readStatus: status, readTime, ...sysNotice } = received(row, caller);
    return { id: row.id, noticeId: row.id, readStatus: status, readTime, sysNotice };
  });
  return { page, pageSize, total, totalPages, items, hasPrevPage: page > 1, hasNextPage: page < totalPages };
}

/** What the bell of the family's clients lists. */
export async function unread(deps: AppDeps, scopes: Scopes, caller: Caller, limit: number): Promise<unknown> {
  const values = [...(await readerOf(deps, scopes, caller)), null, null, false, limit, 0];
  const { rows } = await deps.pool.query<ReceivedRow>(RECEIVED, values);
  return rows.map((row) => received(row, caller));
}
