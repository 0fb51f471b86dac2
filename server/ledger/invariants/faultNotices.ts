import type { PoolClient } from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { newId } from '../../platform/db/id.ts';
import { announce } from '../../platform/events/announce.ts';

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
  title: localeTexts('账务校验发现异常', '帳務驗證發現異常', 'The ledger’s checks found a fault'),
  content: (rows) =>
    localeTexts(
      `${rows}。请勿手工改账：先停止相关操作，并联系技术人员核查服务日志。`,
      `${rows}。請勿手工改帳：先停止相關操作，並聯絡技術人員核查服務日誌。`,
      `${rows}. Do not correct it by hand: stop what moves these rows and have the server’s log looked into.`,
    ),
};

const LATE_SEALS: FaultTexts = {
  title: localeTexts('历史封存延迟', '歷史封存延遲', 'Seals over history are late'),
  content: (rows) =>
    localeTexts(
      `${rows}。账目没有异常：只是新的历史记录未能按时封存。请联系技术人员检查后台任务和数据库中长时间未结束的事务。`,
      `${rows}。帳目沒有異常：只是新的歷史記錄未能按時封存。請聯絡技術人員檢查背景工作與資料庫中長時間未結束的交易。`,
      `${rows}. No row is wrong: new history waits for its seal. Have the servers’ workers and long transactions of the database looked into.`,
    ),
};

/** Notifies those who read the trial balance of an invariant that fails, once an episode; the count is kept up to date. */
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
      title: localeTexts('账务异常已解除', '帳務異常已解除', 'The ledger’s checks are clear again'),
      content: localeTexts(
        `${names}：此前的异常已不存在，警报已解除。`,
        `${names}：先前的異常已不存在，警報已解除。`,
        `${names}: the rows that were at fault are right now, so the alert is closed.`,
      ),
    },
    now,
  );
}
