import { TENANT_ID } from './base.ts';
import { insertRows } from './copyIn.ts';
import { idAt } from '../../platform/db/id.ts';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import type { Queryable } from './load.ts';

const NOTICES: readonly (readonly [
  type: number,
  title: string,
  content: string,
  hoursAgo: number,
  audience: number,
])[] = [
  [
    2,
    localeTexts('系统升级公告', '系統升級公告', 'Scheduled maintenance'),
    localeTexts(
      '本周日 02:00 至 04:00（印度时间）进行例行维护，期间代收不受影响，结算批次顺延。',
      '本週日 02:00 至 04:00（印度時間）進行例行維護，期間代收不受影響，結算批次順延。',
      'Maintenance this Sunday 02:00 to 04:00 (India time). Collections go on; settlement batches are postponed.',
    ),
    50,
    0,
  ],
  [
    1,
    localeTexts('AXIS-NB 01 已自动暂停', 'AXIS-NB 01 已自動暫停', 'AXIS-NB 01 was paused automatically'),
    localeTexts(
      '最近一小时成功率低于阈值，已停止派单，请运营关注重试与投诉。',
      '最近一小時成功率低於門檻，已停止派單，請營運關注重試與投訴。',
      'Its success rate fell below the threshold within the last hour. It gets no more orders; please watch retries and complaints.',
    ),
    3,
    1,
  ],
  [
    1,
    localeTexts('对账文件已生成', '對帳檔案已產生', 'Reconciliation files are ready'),
    localeTexts(
      '昨日各上游对账文件已就绪，请财务于 12:00 前完成核对。',
      '昨日各上游對帳檔案已就緒，請財務於 12:00 前完成核對。',
      'Yesterday’s files of all upstreams are here; finance please check them before 12:00.',
    ),
    9,
    1,
  ],
  [
    2,
    localeTexts('新通道上线：PromptPay', '新通道上線：PromptPay', 'New channel: PromptPay'),
    localeTexts(
      '泰国 PromptPay 已开放给东南亚分部商户，单笔 50 至 30,000 泰铢。',
      '泰國 PromptPay 已開放給東南亞分部商戶，單筆 50 至 30,000 泰銖。',
      'PromptPay in Thailand is open to merchants of the Southeast Asia branch, 50 to 30,000 THB each.',
    ),
    190,
    0,
  ],
];

export async function seedNotices(db: Queryable, anchorMs: number): Promise<void> {
  await insertRows(
    db,
    'sys_notice',
    NOTICES.map(([type, title, content, hoursAgo, audience], index) => ({
      id: idAt(anchorMs - hoursAgo * 3_600_000, index + 1),
      tenant_id: TENANT_ID,
      title,
      content,
      type,
      status: 1,
      audience,
      publisher: localeTexts('系统管理员', '系統管理員', 'Administrator'),
      publish_time: new Date(anchorMs - hoursAgo * 3_600_000),
      version: 1,
    })),
  );
}
