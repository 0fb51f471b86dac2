import type { PoolClient } from 'pg';
import type { AlertNotice } from '../../../contract/alertDrill.ts';
import type { NoticeLink } from '../../../contract/noticeLink.ts';
import { localeTexts } from '../db/localeTexts.ts';
import { newId } from '../db/id.ts';

/** A notice by the system. */
interface Announced {
  /** Twice within the time is one notice; without a time it is always one, whose text is brought up to date. */
  key: string;
  withinMs?: number;
  /** Who may not do this does not see it; null of what concerns the one person it is for, of the staff or not. */
  permission: string | null;
  /** Null for all tenants. */
  tenantId: string | null;
  /** Whoever may not see this merchant does not see the notice. */
  merchantId?: string;
  /** For this person alone. */
  userId?: string;
  title: string;
  content: string;
  /** The way to what it is about. */
  link?: NoticeLink;
  /** Of an alert: its own way, and the rule that can be muted. */
  alert?: AlertNotice;
}

const EVERYBODY = 0;
const STAFF = 1;
// A person reads what their own tenant has.
const TENANTS = `select id::text from sys_tenant where case when $2::bigint is not null
  then id = (select tenant_id from sys_user where id = $2) else $1::bigint is null or id = $1 end`;
const INSERT = `insert into sys_notice (id, tenant_id, title, content, type, status, audience, publisher, publish_time,
    permission, once_key, for_user_id, merchant_id, alert, link)
  values ($1, $2, $3, $4, 1, 1, $13, $5, $6, $7, $8, $9, $10, $11::jsonb, $12::jsonb) on conflict (tenant_id, once_key)`;
const KEEP = `${INSERT} do nothing`;
const REPLACE = `${INSERT} do update set title = excluded.title, content = excluded.content`;

/** Publishes a notice to the staff who hold its permission, or to one person, in the transaction of what it is about. */
export async function announce(tx: PoolClient, notice: Announced, now: Date): Promise<void> {
  const { key, withinMs } = notice;
  const once = withinMs ? `${key}:${Math.floor(now.getTime() / withinMs)}` : key;
  const { rows } = await tx.query<{ id: string }>(TENANTS, [notice.tenantId, notice.userId ?? null]);
  for (const { id } of rows)
    await tx.query(withinMs ? KEEP : REPLACE, [
      newId(),
      id,
      notice.title,
      notice.content,
      localeTexts('系统', '系統', 'System'),
      now,
      notice.permission,
      once,
      notice.userId ?? null,
      notice.merchantId ?? null,
      notice.alert ? JSON.stringify(notice.alert) : null,
      notice.link ? JSON.stringify(notice.link) : null,
      notice.permission === null ? EVERYBODY : STAFF,
    ]);
}
