import type { PoolClient } from 'pg';
import { inAll } from '../db/inAll.ts';
import { newId } from '../db/id.ts';

interface Announced {
  /** Twice within the time is one notice; without a time it is always one, whose text is brought up to date. */
  key: string;
  withinMs?: number;
  /** Who may not do this does not see it. */
  permission: string;
  /** Null for all tenants. */
  tenantId: string | null;
  /** Whoever may not see this merchant does not see the notice. */
  merchantId?: string;
  /** For this person alone. */
  userId?: string;
  title: string;
  content: string;
}

const STAFF = 1;
const TENANTS = 'select id::text from sys_tenant where $1::bigint is null or id = $1';
const INSERT = `insert into sys_notice (id, tenant_id, title, content, type, status, audience, publisher, publish_time,
    permission, once_key, user_id, merchant_id)
  values ($1, $2, $3, $4, 1, 1, ${STAFF}, $5, $6, $7, $8, $9, $10) on conflict (tenant_id, once_key)`;
const KEEP = `${INSERT} do nothing`;
const REPLACE = `${INSERT} do update set title = excluded.title, content = excluded.content`;
const MINUTE = 60_000;

async function announce(tx: PoolClient, told: Announced, now: Date): Promise<void> {
  const { key, withinMs } = told;
  const once = withinMs ? `${key}:${Math.floor(now.getTime() / withinMs)}` : key;
  const { rows } = await tx.query<{ id: string }>(TENANTS, [told.tenantId]);
  for (const { id } of rows)
    await tx.query(withinMs ? KEEP : REPLACE, [
      newId(),
      id,
      told.title,
      told.content,
      inAll('系统', '系統', 'System'),
      now,
      told.permission,
      once,
      told.userId ?? null,
      told.merchantId ?? null,
    ]);
}

/** Says that an upstream paused itself, to those who may see upstreams. */
export const announcePause = (
  tx: PoolClient,
  upstream: { id: string; name: string },
  errors: number,
  now: Date,
): Promise<void> =>
  announce(
    tx,
    {
      key: `upstreamPaused:${upstream.id}`,
      withinMs: MINUTE,
      permission: 'upstream:page',
      tenantId: null,
      title: inAll(
        `${upstream.name} 已自动暂停`,
        `${upstream.name} 已自動暫停`,
        `${upstream.name} paused itself`,
      ),
      content: inAll(
        `连续 ${errors} 次出错，已停止派单。系统每分钟探测一次，恢复后自动启用。`,
        `連續 ${errors} 次出錯，已停止派單。系統每分鐘探測一次，恢復後自動啟用。`,
        `${errors} errors in a row: it gets no more orders. It is probed every minute and comes back by itself once it answers.`,
      ),
    },
    now,
  );

/** Whose money it is, and which upstream's word. */
interface Where {
  merchantId: string;
  upstreamId: string | null;
}

interface Named {
  tenantId: string;
  merchant: string;
  upstream: string | null;
}

async function namesOf(tx: PoolClient, { merchantId, upstreamId }: Where): Promise<Named> {
  const { rows } = await tx.query<Named>(
    `select m.tenant_id::text as "tenantId", m.name as merchant, (select name from upstream where id = $2) as upstream
     from merchant m where m.id = $1`,
    [merchantId, upstreamId],
  );
  return rows[0]!;
}

/** Says that payouts at an upstream have no known end, to those who may see payouts. */
export async function announceUnknown(tx: PoolClient, order: Where, now: Date): Promise<void> {
  const { tenantId, upstream } = await namesOf(tx, order);
  const at = upstream ?? '–';
  await announce(
    tx,
    {
      key: `payoutUnknown:${order.upstreamId ?? '0'}:${order.merchantId}`,
      merchantId: order.merchantId,
      withinMs: 10 * MINUTE,
      permission: 'payOrder:page',
      tenantId,
      title: inAll(`${at}：有代付结果未知`, `${at}：有代付結果未知`, `${at}: payouts with an unknown result`),
      content: inAll(
        '上游没有明确答复，无法判断是否已付款。资金保持冻结，系统会继续查询；请在代付订单中筛选“结果未知”处理。',
        '上游沒有明確答覆，無法判斷是否已付款。資金保持凍結，系統會繼續查詢；請在代付訂單中篩選「結果未知」處理。',
        'The upstream gave no clear answer, so nobody can tell whether they were paid. The money stays held and the upstream is asked again; see Payout orders with the status Unknown.',
      ),
    },
    now,
  );
}

/** Says that money waits for a person beside orders that have an end, to those who may see review items. */
export async function announceReview(tx: PoolClient, where: Where, now: Date): Promise<void> {
  const { tenantId, merchant, upstream } = await namesOf(tx, where);
  const at = upstream ?? merchant;
  const { upstreamId, merchantId } = where;
  await announce(
    tx,
    {
      key: `review:${upstreamId ?? '0'}:${merchantId}`,
      merchantId,
      withinMs: 10 * MINUTE,
      permission: 'reviewItem:page',
      tenantId,
      title: inAll(`${at}：有资金待核`, `${at}：有資金待核`, `${at}: money to be looked into`),
      content: inAll(
        '已有结果的订单又收到款项，或上游又称已付款。订单状态不变，多收的款项已挂账；请在“待核事项”中核实资金去向，处理后填写原因并关闭。',
        '已有結果的訂單又收到款項，或上游又稱已付款。訂單狀態不變，多收的款項已掛帳；請在「待核事項」中核實資金去向，處理後填寫原因並關閉。',
        'More money came for orders that have an end, or an upstream says that it has paid them after all. The orders stay as they are and what came waits in suspense. Find out about it, see to it, and close it with a reason: see Review items with the status Open.',
      ),
    },
    now,
  );
}

/** Rows named in one notice; the log has all. */
const NAMED = 5;

interface FaultAlert {
  invariant: string;
  /** From the alert's first row until its last one clears. */
  episode: string;
  count: number;
  subjects: readonly string[];
}

interface FaultTexts {
  title: string;
  content: (rows: string) => string;
}

const FAULT: FaultTexts = {
  title: inAll('账务校验发现异常', '帳務驗證發現異常', 'The ledger’s checks found a fault'),
  content: (rows) =>
    inAll(
      `${rows}。请勿手工改账：先停止相关操作，并联系技术人员核查服务日志。`,
      `${rows}。請勿手工改帳：先停止相關操作，並聯絡技術人員核查服務日誌。`,
      `${rows}. Do not correct it by hand: stop what moves these rows and have the server’s log looked into.`,
    ),
};

const LATE_SEALS: FaultTexts = {
  title: inAll('历史封存延迟', '歷史封存延遲', 'Seals over history are late'),
  content: (rows) =>
    inAll(
      `${rows}。账目没有异常：只是新的历史记录未能按时封存。请联系技术人员检查后台任务和数据库中长时间未结束的事务。`,
      `${rows}。帳目沒有異常：只是新的歷史記錄未能按時封存。請聯絡技術人員檢查背景工作與資料庫中長時間未結束的交易。`,
      `${rows}. No row is wrong: new history waits for its seal. Have the servers’ workers and long transactions of the database looked into.`,
    ),
};

/** Tells those who read the trial balance of an invariant that fails, once an episode; the count is kept up to date. */
export async function announceFaults(
  tx: PoolClient,
  { invariant, episode, count, subjects }: FaultAlert,
  now: Date,
): Promise<void> {
  const rest = count > NAMED ? ` +${count - NAMED}` : '';
  const rows = `${invariant} × ${count}: ${subjects.slice(0, NAMED).join(', ')}${rest}`;
  const { title, content } = invariant === 'sealLate' ? LATE_SEALS : FAULT;
  await announce(
    tx,
    {
      key: `invariant:${invariant}:${episode}`,
      permission: 'trialBalance:page',
      tenantId: null,
      title,
      content: content(rows),
    },
    now,
  );
}

/** Says once that invariants which failed hold again. */
export async function announceFaultsCleared(
  tx: PoolClient,
  invariants: readonly string[],
  now: Date,
): Promise<void> {
  const names = invariants.join(', ');
  await announce(
    tx,
    {
      key: `invariantCleared:${newId()}`,
      permission: 'trialBalance:page',
      tenantId: null,
      title: inAll('账务异常已解除', '帳務異常已解除', 'The ledger’s checks are clear again'),
      content: inAll(
        `${names}：此前的异常已不存在，警报已解除。`,
        `${names}：先前的異常已不存在，警報已解除。`,
        `${names}: the rows that were at fault are right now, so the alert is closed.`,
      ),
    },
    now,
  );
}

interface Refusal {
  merchantId: string;
  questionId: string;
  tenantId: string;
  makerId: string;
  orderNo: string;
  checker: string;
  reason: string;
}

/** Tells whoever asked that the second person said no, and why. */
export const announceRefusal = (
  tx: PoolClient,
  { merchantId, questionId, tenantId, makerId, orderNo, checker, reason }: Refusal,
  now: Date,
): Promise<void> =>
  announce(
    tx,
    {
      key: `approvalRefused:${questionId}`,
      withinMs: MINUTE,
      permission: 'collectOrder:page',
      tenantId,
      userId: makerId,
      merchantId,
      title: inAll(
        `强制确认被拒绝：${orderNo}`,
        `強制確認被拒絕：${orderNo}`,
        `Force confirm refused: ${orderNo}`,
      ),
      content: inAll(
        `${checker} 拒绝了您对该订单的强制确认，订单状态未变。原因：${reason}`,
        `${checker} 拒絕了您對該訂單的強制確認，訂單狀態未變。原因：${reason}`,
        `${checker} refused your force confirm; the order stands as it was. Reason: ${reason}`,
      ),
    },
    now,
  );
