import { localeTexts } from '../../platform/db/localeTexts.ts';

/** A notice of the demo as it was written, and when. */
export interface DemoNotice {
  /** Who wrote it; one without an author is of the system itself. */
  author?: string;
  type: 1 | 2;
  title: string;
  content: string;
  /** When it was published; ahead of now it waits. */
  hoursAgo: number;
  /** 1: the platform's own staff alone. */
  audience?: 0 | 1;
  /** Codes of roles, or names of merchants. */
  roles?: readonly string[];
  merchants?: readonly string[];
  state?: 'draft' | 'withdrawn';
  /** Accounts of those who read it. */
  readBy?: readonly string[];
}

/** How their authors are named there. */
export const PUBLISHERS: Readonly<Record<string, string>> = {
  admin: localeTexts('系统管理员', '系統管理員', 'Administrator'),
  operator: localeTexts('李明', '李明', 'Li Ming'),
};

const p = (...lines: readonly string[]): string => lines.map((line) => `<p>${line}</p>`).join('');
const list = (...items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`;

const OF_THE_SYSTEM: readonly DemoNotice[] = [
  {
    type: 1,
    title: localeTexts(
      'AXIS-NB 01 已自动暂停',
      'AXIS-NB 01 已自動暫停',
      'AXIS-NB 01 was paused automatically',
    ),
    content: localeTexts(
      '最近一小时成功率低于阈值，已停止派单，请运营关注重试与投诉。',
      '最近一小時成功率低於門檻，已停止派單，請營運關注重試與投訴。',
      'Its success rate fell below the threshold within the last hour. It gets no more orders; please watch retries and complaints.',
    ),
    hoursAgo: 3,
    audience: 1,
  },
  {
    type: 1,
    title: localeTexts('对账文件已生成', '對帳檔案已產生', 'Reconciliation files are ready'),
    content: localeTexts(
      '昨日各上游对账文件已就绪，请财务于 12:00 前完成核对。',
      '昨日各上游對帳檔案已就緒，請財務於 12:00 前完成核對。',
      'Yesterday’s files of all upstreams are here; finance please check them before 12:00.',
    ),
    hoursAgo: 9,
    audience: 1,
  },
];

const TO_EVERYBODY: readonly DemoNotice[] = [
  {
    author: 'admin',
    type: 2,
    title: localeTexts('系统升级公告', '系統升級公告', 'Scheduled maintenance'),
    content: localeTexts(
      p('本周日 <strong>02:00 至 04:00</strong>（印度时间）进行例行维护。') +
        list('代收照常进行', '结算批次顺延到 04:30', '期间不能导出报表'),
      p('本週日 <strong>02:00 至 04:00</strong>（印度時間）進行例行維護。') +
        list('代收照常進行', '結算批次順延到 04:30', '期間不能匯出報表'),
      p('Maintenance this Sunday, <strong>02:00 to 04:00</strong> (India time).') +
        list(
          'Collections go on',
          'Settlement batches wait until 04:30',
          'Reports cannot be exported meanwhile',
        ),
    ),
    hoursAgo: 50,
    readBy: ['operator', 'finance', 'priya', 'merchant'],
  },
  {
    author: 'admin',
    type: 2,
    title: localeTexts('新通道上线：PromptPay', '新通道上線：PromptPay', 'New channel: PromptPay'),
    content: localeTexts(
      p('泰国 PromptPay 已开放给东南亚分部商户，单笔 <strong>50 至 30,000 泰铢</strong>。'),
      p('泰國 PromptPay 已開放給東南亞分部商戶，單筆 <strong>50 至 30,000 泰銖</strong>。'),
      p(
        'PromptPay in Thailand is open to merchants of the Southeast Asia branch, <strong>50 to 30,000 THB</strong> each.',
      ),
    ),
    hoursAgo: 190,
    readBy: ['operator', 'finance', 'wangfang', 'merchant', 'agent'],
  },
  {
    author: 'operator',
    type: 2,
    title: localeTexts(
      '回调只接受 TLS 1.2 以上',
      '回呼只接受 TLS 1.2 以上',
      'Callbacks need TLS 1.2 or later',
    ),
    content: localeTexts(
      p('自下月一日起，回调地址须支持 TLS 1.2 或更高版本；请技术人员提前检查证书。'),
      p('自下月一日起，回呼位址須支援 TLS 1.2 或更高版本；請技術人員提前檢查憑證。'),
      p(
        'From the first of next month callback addresses need TLS 1.2 or later. Please have your certificates checked in time.',
      ),
    ),
    // It is published, and shown in two days.
    hoursAgo: -48,
  },
  {
    author: 'admin',
    type: 2,
    title: localeTexts('费率表（六月版）', '費率表（六月版）', 'Table of fees, June'),
    content: localeTexts(
      p('表中 UPI 费率有误，更正后重新发布。'),
      p('表中 UPI 費率有誤，更正後重新發佈。'),
      p('The rate of UPI was wrong; it is published again once it is corrected.'),
    ),
    hoursAgo: 126,
    state: 'withdrawn',
    readBy: ['operator', 'agent'],
  },
];

const TO_SOME: readonly DemoNotice[] = [
  {
    author: 'admin',
    type: 1,
    title: localeTexts('月末关账安排', '月底關帳安排', 'Closing the month'),
    content: localeTexts(
      p('请财务在本月最后一个工作日 <strong>18:00</strong> 前完成：') +
        '<ol><li><p>核对全部上游报表</p></li><li><p>处理挂起的银行流水</p></li><li><p>确认试算平衡</p></li></ol>',
      p('請財務在本月最後一個工作日 <strong>18:00</strong> 前完成：') +
        '<ol><li><p>核對全部上游報表</p></li><li><p>處理擱置的銀行流水</p></li><li><p>確認試算平衡</p></li></ol>',
      p('Finance, please by <strong>18:00</strong> of the last working day:') +
        '<ol><li><p>reconcile all upstream reports</p></li><li><p>decide the open bank lines</p></li><li><p>check the trial balance</p></li></ol>',
    ),
    hoursAgo: 26,
    audience: 1,
    roles: ['finance'],
    readBy: ['finance'],
  },
  {
    author: 'operator',
    type: 1,
    title: localeTexts('夜班排班调整', '夜班排班調整', 'Night shifts change'),
    content: localeTexts(
      p('下周起夜班从 23:00 开始，交接时请写明未结投诉。'),
      p('下週起夜班從 23:00 開始，交接時請寫明未結投訴。'),
      p('From next week night shifts begin at 23:00. Please name the open complaints as you hand over.'),
    ),
    hoursAgo: 14,
    audience: 1,
    roles: ['operator', 'branchOperator'],
    readBy: ['priya'],
  },
  {
    author: 'admin',
    type: 1,
    title: localeTexts(
      '请确认新的结算账户',
      '請確認新的結算帳戶',
      'Please confirm your new settlement account',
    ),
    content: localeTexts(
      p('Kaveri Games：我们收到了变更结算账户的申请，请在三个工作日内确认。<em>未确认前仍付往原账户。</em>'),
      p('Kaveri Games：我們收到了變更結算帳戶的申請，請在三個工作日內確認。<em>未確認前仍付往原帳戶。</em>'),
      p(
        'Kaveri Games: a change of your settlement account was asked for. Please confirm it within three working days. <em>Until then payments go to the old one.</em>',
      ),
    ),
    hoursAgo: 7,
    merchants: ['Kaveri Games'],
    readBy: ['merchant'],
  },
  {
    author: 'admin',
    type: 2,
    title: localeTexts('商户满意度调查', '商戶滿意度調查', 'Merchant survey'),
    content: localeTexts(
      p('草稿：问卷链接待补。'),
      p('草稿：問卷連結待補。'),
      p('A draft: the link to the questions is still missing.'),
    ),
    hoursAgo: 1,
    state: 'draft',
  },
];

export const DEMO_NOTICES: readonly DemoNotice[] = [...OF_THE_SYSTEM, ...TO_EVERYBODY, ...TO_SOME];
