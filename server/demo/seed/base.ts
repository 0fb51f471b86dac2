import type pg from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { DICTS } from '../../../contract/dicts.ts';
import { loadLocales } from '../../platform/http/locales.ts';
import { shippedLabel } from '../../identity/system/dictTexts.ts';
import { buttonTitle, MENU_TREE, type MenuNode } from '../../identity/system/menuTree.ts';
import { insertRows } from './copyIn.ts';
import { DICT_NAMES } from './dictNames.ts';
import { baseId } from './ids.ts';
import type { Queryable } from './load.ts';
import { seedPrintTemplates } from './printTemplates.ts';
import { seedRegions } from './regions.ts';
import { ROLES } from './roles.ts';
import { noteShipped } from './shipped.ts';

export const TENANT_ID = baseId(1);
export const HEAD_OFFICE_ID = baseId(1);
const APP_ID = baseId(1);
/** Entries of the first level that every application has. */
const COMMON: ReadonlySet<string | null> = new Set(['dashboard', 'help']);

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

/** Where files are kept, and how many. */
const FILE_CONFIGS: readonly (readonly [string, string, string, string])[] = [
  [
    localeTexts(
      '新文件的存放位置（database 或 s3）',
      '新檔案的存放位置（database 或 s3）',
      'Where new files are kept (database or s3)',
    ),
    'fileStore',
    'files',
    'database',
  ],
  [
    localeTexts(
      '每人文件上限（MiB，0 不限）',
      '每人檔案上限（MiB，0 不限）',
      'MiB of files of a person (0: no limit)',
    ),
    'fileQuotaPerson',
    'files',
    '500',
  ],
  [
    localeTexts(
      '全部文件上限（GiB，0 不限）',
      '全部檔案上限（GiB，0 不限）',
      'GiB of all files (0: no limit)',
    ),
    'fileQuotaAll',
    'files',
    '20',
  ],
];

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
    localeTexts('登录滑块验证', '登入滑塊驗證', 'Slider puzzle at sign-in'),
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
  [localeTexts('密码最短长度', '密碼最短長度', 'Shortest password'), 'passwordLength', 'security', '8'],
  [
    localeTexts('密码字符种类数', '密碼字元種類數', 'Kinds of characters in a password'),
    'passwordKinds',
    'security',
    '1',
  ],
  [
    localeTexts('不可重用的旧密码数', '不可重用的舊密碼數', 'Earlier passwords not taken again'),
    'passwordHistory',
    'security',
    '5',
  ],
  [
    localeTexts(
      '密码有效天数（0 不过期）',
      '密碼有效天數（0 不過期）',
      'Days until a password expires (0: never)',
    ),
    'passwordDays',
    'security',
    '0',
  ],
  [localeTexts('扫码登录', '掃碼登入', 'Sign-in by QR code'), 'sysQr', 'security', 'true'],
  ...FILE_CONFIGS,
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
        is_iframe: node.isIframe ?? false,
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
  await insertRows(owner, 'sys_tenant', [
    {
      id: TENANT_ID,
      name: 'Paydesk',
      admin_account: 'admin',
      org_id: HEAD_OFFICE_ID,
      status: 1,
      order_no: 10,
      created_at: now,
    },
  ]);
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
  await insertRows(owner, 'sys_app', [
    {
      id: APP_ID,
      name: 'Paydesk',
      title: 'Paydesk',
      code: 'paydesk',
      icon: 'layout',
      is_default: true,
      order_no: 10,
    },
  ]);
  await insertRows(
    owner,
    'sys_menu',
    menus.map((row) => ({ ...row, app_id: row.pid || COMMON.has(row.name) ? null : APP_ID })),
  );
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
  await seedPrintTemplates(owner);
  await seedRegions(owner);
  await noteShipped(owner);
}
