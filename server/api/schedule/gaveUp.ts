import type { PoolClient } from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { announce } from '../../platform/events/announce.ts';

const MINUTE = 60_000;

/** Jobs are the platform's: its tenant is the first one (docs/tenants.md). */
const PLATFORM = 'select id::text from sys_tenant order by id limit 1';

/** Notifies whoever may change jobs that a trigger failed as often as it may, and runs no more until it is started. */
export async function announceGivenUp(
  tx: PoolClient,
  { jobId, triggerId, runId }: { jobId: string; triggerId: string; runId: string },
  result: string,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(PLATFORM);
  await announce(
    tx,
    {
      key: `jobGaveUp:${jobId}:${triggerId}:${runId}`,
      withinMs: MINUTE,
      permission: 'sysJob:update',
      tenantId: rows[0]!.id,
      link: { view: 'sysJob', args: {} },
      title: localeTexts(`任务已放弃：${jobId}`, `任務已放棄：${jobId}`, `Job gave up: ${jobId}`),
      content: localeTexts(
        `触发器 ${triggerId} 失败次数已达上限，不再执行。最后结果：${result}。请查明原因后再启动。`,
        `觸發器 ${triggerId} 失敗次數已達上限，不再執行。最後結果：${result}。請查明原因後再啟動。`,
        `Trigger ${triggerId} failed as often as it may and runs no more. Last result: ${result}. Mend the cause, then start it.`,
      ),
    },
    now,
  );
}
