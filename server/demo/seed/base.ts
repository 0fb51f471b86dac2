import type pg from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { DICTS } from '../../../contract/dicts.ts';
import { loadLocales } from '../../platform/http/locales.ts';
import { shippedLabel } from '../../identity/system/dictTexts.ts';
import { buttonTitle, MENU_TREE, type MenuNode } from '../../identity/system/menuTree.ts';
import { insertRows } from './copyIn.ts';
import { baseId } from './ids.ts';
import type { Queryable } from './load.ts';
import { ROLES } from './roles.ts';
import { noteShipped } from './shipped.ts';

export const TENANT_ID = baseId(1);
export const HEAD_OFFICE_ID = baseId(1);

/** Names of the dictionaries, in the product's first language. */
export const DICT_NAMES: Readonly<Record<keyof typeof DICTS, string>> = {
  collectStatusEnum: localeTexts('代收订单状态', '代收訂單狀態', 'Collection order status'),
  callbackStatusEnum: localeTexts('通知状态', '通知狀態', 'Callback status'),
  callbackReadiness: localeTexts('回调可用性', '回呼可用性', 'Callback readiness'),
  callbackReported: localeTexts('告知状态', '告知狀態', 'Reported status'),
  payStatusEnum: localeTexts('代付订单状态', '代付訂單狀態', 'Payout order status'),
  payAttemptEnum: localeTexts('代付提交状态', '代付提交狀態', 'Payout attempt state'),
  withdrawalStatusEnum: localeTexts('提现状态', '提現狀態', 'Withdrawal status'),
  reportRunEnum: localeTexts('重新统计状态', '重新統計狀態', 'Re-statistics status'),
  requestStatusEnum: localeTexts('申请状态', '申請狀態', 'Request status'),
  userOtpEnum: localeTexts('动态口令状态', '動態密碼狀態', 'One-time password status'),
  approvalCommand: localeTexts('审批事项', '審批事項', 'Command that asks for approval'),
  approvalOutcome: localeTexts('审批结果', '審批結果', 'What became of a question'),
  reviewKind: localeTexts('待核事项类型', '待核事項類型', 'Kind of review item'),
  reviewStatus: localeTexts('待核状态', '待核狀態', 'Review status'),
  genderEnum: localeTexts('性别', '性別', 'Gender'),
  cardTypeEnum: localeTexts('证件类型', '證件類型', 'Identity document'),
  cultureLevelEnum: localeTexts('文化程度', '教育程度', 'Education'),
  tagType: localeTexts('标签颜色', '標籤顏色', 'Colour of a tag'),
  diffType: localeTexts('变更类型', '變更類型', 'Kind of change'),
  org_type: localeTexts('机构类型', '機構類型', 'Kind of organisation'),
  handoverStatus: localeTexts('交班状态', '交班狀態', 'Handover status'),
  orderNoteStatus: localeTexts('备注状态', '備註狀態', 'Note status'),
  adjustKindEnum: localeTexts('调账类型', '調帳類型', 'Adjustment kind'),
  orderSource: localeTexts('订单来源', '訂單來源', 'Order source'),
  fundTypeEnum: localeTexts('资金明细类型', '資金明細類型', 'Fund detail type'),
  accountKindEnum: localeTexts('账户类型', '帳戶類型', 'Account kind'),
  entryKind: localeTexts('分录类型', '分錄類型', 'Entry kind'),
  entryOrderKind: localeTexts('分录订单类型', '分錄訂單類型', 'Kind of order'),
  logSubject: localeTexts('日志对象', '日誌對象', 'Subject of a log entry'),
  platformAccount: localeTexts('平台账户', '平台帳戶', 'Platform account'),
  merchantTypeEnum: localeTexts('商户类型', '商戶類型', 'Merchant type'),
  merchantStatusEnum: localeTexts('商户状态', '商戶狀態', 'Merchant status'),
  serviceStatusEnum: localeTexts('服务状态', '服務狀態', 'Service status'),
  upstreamStatusEnum: localeTexts('上游状态', '上游狀態', 'Upstream status'),
  configMode: localeTexts('上游配置模式', '上游設定模式', 'Upstream config mode'),
  submission: localeTexts('提交方式', '提交方式', 'Submission'),
  statusEnum: localeTexts('启用状态', '啟用狀態', 'Enabled status'),
  rateTypeEnum: localeTexts('费率类型', '費率類型', 'Rate type'),
  accountTypeEnum: localeTexts('账号类型', '帳號類型', 'Account type'),
  dataScopeEnum: localeTexts('数据范围', '資料範圍', 'Data scope'),
  menuTypeEnum: localeTexts('菜单类型', '選單類型', 'Menu type'),
  yesNoEnum: localeTexts('是否', '是否', 'Yes or no'),
  noticeStatusEnum: localeTexts('通知公告状态', '通知公告狀態', 'Notice status'),
  noticeAudienceEnum: localeTexts('通知公告对象', '通知公告對象', 'Audience of a notice'),
  noticeTypeEnum: localeTexts('通知公告类型', '通知公告類型', 'Notice type'),
  openReason: localeTexts('开放接口拒绝原因', '開放 API 拒絕原因', 'Open API refusals'),
  bankAccountStatusEnum: localeTexts('银行账户状态', '銀行帳戶狀態', 'Bank account status'),
  batchStatusEnum: localeTexts('账单批次状态', '帳單批次狀態', 'Statement batch status'),
  batchFailure: localeTexts('账单批次失败原因', '帳單批次失敗原因', 'Statement batch failures'),
  billDirectionEnum: localeTexts('账单方向', '帳單方向', 'Bill direction'),
  billStatusEnum: localeTexts('账单状态', '帳單狀態', 'Bill status'),
  paymentSource: localeTexts('收款来源', '收款來源', 'Source of a payment'),
  paymentStatus: localeTexts('收款状态', '收款狀態', 'Payment status'),
  matchEffect: localeTexts('账单匹配结果', '帳單匹配結果', 'Effect of a match'),
  alertMeasure: localeTexts('告警指标', '告警指標', 'Measure of an alert'),
  alertComparison: localeTexts('告警条件', '告警條件', 'Alert condition'),
  alertState: localeTexts('告警规则状态', '告警規則狀態', 'State of an alert rule'),
  alertIncidentStatus: localeTexts('告警状态', '告警狀態', 'Incident status'),
  targetMeasure: localeTexts('目标指标', '目標指標', 'Measure of a target'),
  reportTypeEnum: localeTexts('统计类型', '統計類型', 'Statistics type'),
  orderEvent: localeTexts('订单事件', '訂單事件', 'Order event'),
  country: localeTexts('国家/地区', '國家/地區', 'Country'),
  currency: localeTexts('币种', '幣別', 'Currency'),
};

const TEXTS = loadLocales();

async function dictionaries(db: Queryable): Promise<void> {
  const types = Object.entries(DICTS).map(([code, items], index) => ({
    id: baseId(100 + index),
    code,
    items,
    index,
  }));
  await insertRows(
    db,
    'sys_dict_type',
    types.map(({ id, code, index }) => ({
      id,
      name: DICT_NAMES[code as keyof typeof DICTS],
      code,
      status: 1,
      order_no: (index + 1) * 10,
      version: 1,
      created_at: new Date(),
    })),
  );
  await insertRows(
    db,
    'sys_dict_data',
    types.flatMap(({ id: typeId, code, items, index }) =>
      items.map((item, place) => ({
        id: baseId(10_000 + index * 100 + place),
        dict_type_id: typeId,
        code: item.name,
        name: item.label,
        label: shippedLabel(TEXTS, code, item),
        value: String(item.value),
        tag_type: item.tagType,
        status: 1,
        order_no: (place + 1) * 10,
      })),
    ),
  );
}

const CONFIGS = (demo: boolean): readonly (readonly [string, string, string, string])[] => [
  [localeTexts('系统名称', '系統名稱', 'System title'), 'sysTitle', 'sysInfo', 'Paydesk'],
  [
    localeTexts('系统副标题', '系統副標題', 'Subtitle'),
    'sysViceTitle',
    'sysInfo',
    localeTexts('支付运营工作台', '支付營運工作台', 'Payment operations workspace'),
  ],
  [
    localeTexts('系统描述', '系統描述', 'Description'),
    'sysViceDesc',
    'sysInfo',
    localeTexts(
      '每一笔订单，每一分资金，尽在一个工作台。',
      '每一筆訂單，每一分資金，盡在一個工作台。',
      'Every order and every cent in one workspace.',
    ),
  ],
  [localeTexts('系统图标', '系統圖示', 'Logo'), 'sysLogo', 'sysInfo', '/icon.svg'],
  [localeTexts('水印文字', '浮水印文字', 'Watermark'), 'sysWatermark', 'sysInfo', 'Paydesk'],
  [localeTexts('版权信息', '版權資訊', 'Copyright'), 'sysCopyright', 'sysInfo', 'Copyright © {year} Paydesk'],
  [localeTexts('备案号', '備案號', 'ICP number'), 'sysIcp', 'sysInfo', ''],
  [localeTexts('备案地址', '備案網址', 'ICP address'), 'sysIcpUrl', 'sysInfo', ''],
  [
    localeTexts('登录二次验证', '登入二次驗證', 'Second factor at sign-in'),
    'sysSecondVer',
    'sysInfo',
    'false',
  ],
  [
    localeTexts('登录验证码', '登入驗證碼', 'Captcha at sign-in'),
    'sysCaptcha',
    'sysInfo',
    demo ? 'false' : 'true',
  ],
  [localeTexts('默认语言', '預設語言', 'Default language'), 'sysLanguage', 'sysInfo', 'zh-cn'],
  [localeTexts('报表时区', '報表時區', 'Report time zone'), 'reportZone', 'report', 'Asia/Kolkata'],
  [localeTexts('日志保留月数', '日誌保留月數', 'Months that logs are kept'), 'logKeepMonths', 'report', '12'],
  [
    localeTexts('账本全量复核周期（天）', '帳本全量複核週期（天）', 'Days to recheck the whole ledger'),
    'ledgerRecheckDays',
    'report',
    '7',
  ],
];

async function configs(db: Queryable, demo: boolean): Promise<void> {
  await insertRows(
    db,
    'sys_config',
    CONFIGS(demo).map(([name, code, group, value], index) => ({
      id: baseId(200 + index),
      name,
      code,
      group_code: group,
      value,
      sys_flag: 1,
      order_no: (index + 1) * 10,
      version: 1,
      created_at: new Date(),
    })),
  );
}

export interface MenuRow extends Record<string, unknown> {
  id: string;
  pid: string | null;
  name: string | null;
  permission: string | null;
}

export function menuRows(): MenuRow[] {
  const rows: MenuRow[] = [];
  const add = (pid: string | null, values: Record<string, unknown>): string => {
    const id = baseId(1_000 + rows.length);
    const { name = null, permission = null, ...rest } = values as { name?: string; permission?: string };
    rows.push({
      id,
      pid,
      name,
      permission,
      ...rest,
      status: 1,
      version: 1,
      is_keep_alive: true,
      created_at: new Date(),
    });
    return id;
  };
  const walk = (nodes: readonly MenuNode[], pid: string | null): void => {
    for (const [index, node] of nodes.entries()) {
      const id = add(pid, {
        type: node.component === 'Layout' && !node.isLink ? 1 : 2,
        name: node.name,
        path: node.path,
        component: node.component,
        redirect: node.redirect ?? null,
        title: node.title,
        icon: node.icon ?? null,
        is_iframe: false,
        is_link: node.isLink ?? null,
        is_hide: node.isHide ?? false,
        is_affix: node.isAffix ?? false,
        order_no: (index + 1) * 10,
      });
      for (const [place, permission] of node.buttons.entries()) {
        add(id, {
          ...BUTTON,
          permission,
          title: buttonTitle(node.name, permission),
          order_no: (place + 1) * 10,
        });
      }
      walk(node.children, id);
    }
  };
  walk(MENU_TREE, null);
  return rows;
}

const BUTTON = {
  type: 3,
  path: null,
  component: null,
  redirect: null,
  icon: null,
  is_iframe: false,
  is_link: null,
  is_hide: false,
  is_affix: false,
};

/** A role gets its buttons, its entries, and everything above them. */
function grants(menus: readonly MenuRow[]): Record<string, unknown>[] {
  const byId = new Map(menus.map((row) => [row.id, row]));
  return ROLES.flatMap((role, index) => {
    const ids = new Set<string>();
    const take = (row: MenuRow | undefined): void => {
      if (!row || ids.has(row.id)) return;
      ids.add(row.id);
      if (row.pid) take(byId.get(row.pid));
    };
    for (const row of menus) {
      if (row.permission ? role.permissions.includes(row.permission) : role.entries.includes(row.name ?? ''))
        take(row);
    }
    return [...ids].map((menu_id) => ({ role_id: roleId(index), menu_id }));
  });
}

const roleId = (index: number): string => baseId(300 + index);
export const roleIdOf = (code: string): string => roleId(ROLES.findIndex((role) => role.code === code));

/** What every installation has: the tenant, its head office, dictionaries, settings, menus and roles. */
export async function seedBase(owner: pg.Pool | pg.PoolClient, { demo }: { demo: boolean }): Promise<void> {
  const now = new Date();
  await insertRows(owner, 'sys_tenant', [{ id: TENANT_ID, name: 'Paydesk', status: 1, created_at: now }]);
  await insertRows(owner, 'sys_org', [
    {
      id: HEAD_OFFICE_ID,
      tenant_id: TENANT_ID,
      pid: null,
      name: localeTexts('总部', '總部', 'Head office'),
      code: 'HQ',
      status: 1,
      order_no: 10,
      version: 1,
      created_at: now,
    },
  ]);
  await dictionaries(owner);
  await configs(owner, demo);
  const menus = menuRows();
  await insertRows(owner, 'sys_menu', menus);
  await insertRows(
    owner,
    'sys_role',
    ROLES.map(({ code, name, dataScope, remark }, index) => ({
      id: roleId(index),
      tenant_id: TENANT_ID,
      name,
      code,
      data_scope: dataScope,
      status: 1,
      order_no: (index + 1) * 10,
      remark,
      version: 1,
      created_at: now,
    })),
  );
  await insertRows(owner, 'sys_role_menu', grants(menus));
  await noteShipped(owner);
}
