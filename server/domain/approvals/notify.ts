import type { Pool, PoolClient } from 'pg';
import { grouped } from '../../../contract/grouping.ts';
import { LINKED_ROW, type NoticeLink } from '../../../contract/noticeLink.ts';
import { newId } from '../../platform/db/id.ts';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';
import { transact } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { commandNames } from './commandNames.ts';
import { peopleAskedSql, decidedSql } from './flowPeople.ts';
import { announceWithdrawn, type Withdrawn } from './withdrawnNotice.ts';

/** Nobody is notified of one command more often; what comes meanwhile is counted in the next notice. */
const APART = "interval '10 minutes'";
const BATCH = 1_000;
const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('approvalNotify', 7303)) as mine`;

/** Requests of one command that somebody has not been notified of, and the first of them. */
interface Waits {
  userId: string;
  tenantId: string;
  command: string;
  count: number;
  id: string;
  orderNo: string;
  /** Null where no person asked. */
  maker: string | null;
  amount: string;
  currency: string;
}

const STEP = [
  'tenant_id',
  'merchant_id',
  'maker_id',
  'resource',
  'action',
  'rule_id',
  'flow_version',
  'step',
  'escalated',
];
const SAME_STEP = STEP.map((column) => `k.${column} is not distinct from q.${column}`).join(' and ');

// Whom a step asks is looked up once for all requests that are alike: many are, where somebody settles a list.
const WAITS = `with due as (
    select a.* from approval a
    where a.status = ${APPROVAL_STATUS.waiting} and a.notice_at <= $1 and a.expires_at > $1
    order by a.notice_at, a.id limit ${BATCH} for update skip locked
  ), kinds as (select distinct ${STEP.join(', ')} from due),
  asked as (
    select k.*, p.id as user_id from kinds k
    join approval_flow_step s on s.rule_id = k.rule_id and s.flow_version = k.flow_version and s.step = k.step
    cross join lateral (${peopleAskedSql('k', 'u.id', 'true')}) p
  ), awaited as (
    select q.id, q.tenant_id, q.command, q.row_no, case when q.maker_id is not null then q.maker end as maker,
      trim_scale(coalesce(q.amount, 0))::text as amount, coalesce(q.currency, '') as currency, k.user_id,
      case when h.notified_at > $1::timestamptz - ${APART} then h.notified_at + ${APART} end as later
    from due q join asked k on ${SAME_STEP}
    left join approval_last_notice h on h.user_id = k.user_id and h.command = q.command
    where k.user_id <> all(q.notified) and not ${decidedSql('q', 'k.user_id')}
  ), fresh as (
    select user_id, tenant_id, command, count(*)::int as count, (array_agg(id order by id))[1] as id,
      (array_agg(row_no order by id))[1] as row_no, (array_agg(maker order by id))[1] as maker,
      (array_agg(amount order by id))[1] as amount, (array_agg(currency order by id))[1] as currency
    from awaited where later is null group by user_id, tenant_id, command
  ), recorded as (
    insert into approval_last_notice (user_id, command, notified_at) select user_id, command, $1 from fresh
    on conflict (user_id, command) do update set notified_at = excluded.notified_at
  ), noted as (
    update approval a set notice_at = n.later, notified = a.notified || n.users
    from (select q.id, min(w.later) as later, coalesce(array_agg(w.user_id) filter (where w.user_id is not null and w.later is null), '{}') as users
      from due q left join awaited w on w.id = q.id group by q.id) n
    where a.id = n.id
  )
  select user_id::text as "userId", tenant_id::text as "tenantId", command, count, id::text, row_no as "orderNo", maker,
    amount, currency
  from fresh order by user_id, command`;

function textsOf({ command, count, orderNo, maker, amount, currency }: Waits) {
  const [simplified, traditional, english] = commandNames(command);
  const sum = `${grouped(amount)} ${currency}`.trim();
  const content = localeTexts(
    `最早的一项：${orderNo}，${sum}，由 ${maker ?? '系统'} 发起。`,
    `最早的一項：${orderNo}，${sum}，由 ${maker ?? '系統'} 發起。`,
    `The first of them: ${orderNo}, ${sum}, asked by ${maker ?? 'the system'}.`,
  );
  if (count > 1)
    return {
      title: localeTexts(
        `${count} 项${simplified}待您审批`,
        `${count} 項${traditional}待您審批`,
        `${count} requests wait for your approval: ${english}`,
      ),
      content,
    };
  return {
    title: localeTexts(
      `${simplified}待您审批：${orderNo}`,
      `${traditional}待您審批：${orderNo}`,
      `${english} waits for your approval: ${orderNo}`,
    ),
    content: localeTexts(
      `${sum}，由 ${maker ?? '系统'} 发起。`,
      `${sum}，由 ${maker ?? '系統'} 發起。`,
      `${sum}, asked by ${maker ?? 'the system'}.`,
    ),
  };
}

/** To the one request, or to all of the command that wait for them. */
function linkOf({ userId, command, count, id }: Waits): NoticeLink {
  const args = { outcome: ['waiting'], waitsFor: [userId], command: [command] };
  return { view: 'approval', args: count === 1 ? { ...args, [LINKED_ROW]: id } : args };
}

const keyOf = ({ userId, command }: Waits): string => `approvalWaits:${userId}:${command}`;

// The one before is over: nobody finds a pile of them.
const CLEAR =
  'delete from sys_notice n using unnest($1::bigint[], $2::text[]) k(tenant, key) where n.tenant_id = k.tenant and n.once_key = k.key';
const WRITE = `insert into sys_notice (id, tenant_id, title, content, publisher, publish_time, audience, once_key, for_user_id, link)
  select n.id, n.tenant, n.title, n.content, $2, $3, 1, n.key, n."user", n.link
  from jsonb_to_recordset($1::jsonb) n(id bigint, tenant bigint, title text, content text, key text, "user" bigint, link jsonb)`;

async function write(tx: PoolClient, waits: readonly Waits[], now: Date): Promise<void> {
  await tx.query(CLEAR, [waits.map(({ tenantId }) => tenantId), waits.map(keyOf)]);
  const notices = waits.map((one) => ({
    id: newId(),
    tenant: one.tenantId,
    ...textsOf(one),
    key: keyOf(one),
    user: one.userId,
    link: linkOf(one),
  }));
  await tx.query(WRITE, [JSON.stringify(notices), localeTexts('系统', '系統', 'System'), now]);
  await emit(tx, 'sysNotice', notices[0]!.id, 'add');
}

// Of what was answered meanwhile nobody is notified; of what ended without an answer whoever asked.
const ENDED = `with over as (
    update approval set notice_at = null where notice_at <= $1 and status <> ${APPROVAL_STATUS.waiting}
    returning id, tenant_id, merchant_id, maker_id, row_no, command, outcome, reason
  )
  select id::text as "questionId", tenant_id::text as "tenantId", merchant_id::text as "merchantId", maker_id::text as "makerId",
    row_no as "orderNo", command
  from over where outcome = 'withdrawn' and reason <> 'takenBack' and maker_id is not null and merchant_id is not null`;

/**
 * Notifies those who can decide a step that began, and whoever asked for what ended since its row became another. One
 * server at a time, in the background: no command waits for it.
 * @returns how many were notified
 */
export const notifyWaiting = (pool: Pool, now: Date): Promise<number> =>
  transact(pool, async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>(LOCK);
    if (!rows[0]?.mine) return 0;
    const withdrawn = (await tx.query<Withdrawn>({ name: 'approval-ended', text: ENDED, values: [now] }))
      .rows;
    for (const one of withdrawn) await announceWithdrawn(tx, one, now);
    const waits = (await tx.query<Waits>({ name: 'approval-waits', text: WAITS, values: [now] })).rows;
    if (waits.length > 0) await write(tx, waits, now);
    return waits.length + withdrawn.length;
  });
