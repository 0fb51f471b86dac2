import type { PoolClient } from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { announce } from '../../platform/events/announce.ts';

const MINUTE = 60_000;

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
      title: localeTexts(
        `${upstream.name} 已自动暂停`,
        `${upstream.name} 已自動暫停`,
        `${upstream.name} paused itself`,
      ),
      content: localeTexts(
        `连续 ${errors} 次出错，已停止派单。系统每分钟探测一次，恢复后自动启用。`,
        `連續 ${errors} 次出錯，已停止派單。系統每分鐘探測一次，恢復後自動啟用。`,
        `${errors} errors in a row: it gets no more orders. It is probed every minute and comes back by itself once it answers.`,
      ),
    },
    now,
  );
