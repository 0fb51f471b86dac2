import { localeTexts } from '../../platform/db/localeTexts.ts';
import { resources } from '../../../contract/resources/index.ts';
import { permissionsFor } from '../../../contract/permissions.ts';
import { permissionsOf } from '../../../contract/resource.ts';

/** Roles that every installation starts with; what they may do is data, and is edited on the role's screen. */
export interface RoleSeed {
  code: string;
  name: string;
  /** dataScopeEnum: 1 all, 2 department and below. */
  dataScope: 1 | 2 | 4;
  remark: string;
  permissions: readonly string[];
  /** Menu entries without a permission of their own. */
  entries: readonly string[];
}

const all = [...resources.values()].flatMap(permissionsOf);
const read = (...ids: string[]) =>
  ids.flatMap((id) => all.filter((code) => code === `${id}:page` || code === `${id}:export`));
const page = (...ids: string[]) => ids.map((id) => `${id}:page`);

const may = (resource: string, ...verbs: string[]) => verbs.map((verb) => `${resource}:${verb}`);

/** What is done about orders all day; money is given back or settled again by finance. */
const HANDLING = ['claim', 'unclaim', 'notify', 'cancel', 'overrule', 'repairProof', 'forceConfirm'];
const MUTING = ['muteHour', 'muteUntilTomorrow', 'unmute', 'turnOff', 'turnOn'];
const UPSTREAM = ['queryUpstream', 'submitUpstream'];

/** Menu entries that everybody has. */
const EVERYBODYS = ['dashboard', 'notice', 'sysUserCenter', 'userGuide', 'about'];

const PARTNERS = [
  'collectOrder',
  'payOrder',
  'callback',
  'fundDetail',
  'merchantAsset',
  'channelBinding',
  'dailyReport',
];
const partner = (code: string, name: string, remark: string, more: readonly string[]): RoleSeed => ({
  code,
  name,
  dataScope: 4,
  remark,
  permissions: [
    ...read(...PARTNERS, 'openAccess', 'openApiLog'),
    'openAccess:rotate',
    'collectOrder:notify',
    'payOrder:notify',
    ...read('withdrawal'),
    ...may('withdrawal', 'apply', 'cancel'),
    ...page('wallet'),
    ...read('rechargeOrder'),
    ...may('rechargeOrder', 'add', 'update', 'submit'),
    ...more,
  ],
  entries: EVERYBODYS,
});

const operator = (
  code: string,
  name: string,
  dataScope: RoleSeed['dataScope'],
  remark: string,
): RoleSeed => ({
  code,
  name,
  dataScope,
  remark,
  permissions: [
    ...read('collectOrder', 'payOrder', 'callback', 'fundDetail', 'merchantAsset', 'merchant', 'orderLog'),
    ...page('channel', 'channelBinding', 'extensionRate', 'upstream', 'openAccess', 'openApiLog'),
    ...page('measureTarget'),
    ...read('alertRule', 'alertIncident'),
    ...may('alertRule', 'add', 'update', ...MUTING),
    ...may('collectOrder', ...HANDLING, ...UPSTREAM, 'settle', 'batchSettle', 'batchCallback'),
    ...may('payOrder', ...HANDLING, ...UPSTREAM),
    ...read('approval'),
    ...may('approval', 'agree', 'refuse'),
    ...read('reviewItem'),
    ...may('orderNote', 'page', 'write'),
    ...may('shiftHandover', 'page', 'write'),
    ...may('reviewItem', 'close'),
    ...read('payment'),
    ...read('manualOrder', 'rechargeOrder', 'withdrawal'),
    ...may('manualOrder', 'add', 'update', 'submit'),
    'callback:resend',
    'upstream:probe',
  ],
  entries: EVERYBODYS,
});

export const ROLES: readonly RoleSeed[] = [
  {
    code: 'administrator',
    name: localeTexts('系统管理员', '系統管理員', 'Administrators'),
    dataScope: 1,
    remark: localeTexts('全部菜单与按钮', '全部選單與按鈕', 'All menus and buttons'),
    permissions: permissionsFor('staff'),
    entries: [...EVERYBODYS, 'apiDocs'],
  },
  operator(
    'operator',
    localeTexts('运营', '營運', 'Operators'),
    2,
    localeTexts(
      '订单处理：认领、结算、补发通知',
      '訂單處理：認領、結算、補發通知',
      'Handles orders: claims, settles, notifies again',
    ),
  ),
  {
    code: 'finance',
    name: localeTexts('财务', '財務', 'Finance'),
    dataScope: 2,
    remark: localeTexts('对账与结算', '對帳與結算', 'Reconciles and settles'),
    permissions: [
      ...read('collectOrder', 'payOrder', 'fundDetail', 'merchantAsset', 'merchant', 'orderLog'),
      ...page('callback', 'channelBinding', 'extensionRate', 'channel', 'upstream'),
      ...may('collectOrder', 'settle', 'batchSettle', 'resettle', 'reverse', 'correctReference', 'notify'),
      ...may('collectOrder', 'queryUpstream'),
      ...may('payOrder', 'approve', 'deny', 'confirmFailed', 'markReturned', 'correctReference', 'notify'),
      ...may('payOrder', 'queryUpstream'),
      ...read('reviewItem'),
      ...may('orderNote', 'page', 'write'),
      ...may('shiftHandover', 'page', 'write'),
      ...may('reviewItem', 'close', 'writeOff'),
      ...read('withdrawal'),
      ...may('withdrawal', 'confirmRate', 'complete', 'refund'),
      ...page('withdrawalTerm'),
      ...read('approval', 'approvalRule'),
      ...may('approval', 'agree', 'refuse'),
      ...page('workflow'),
      ...read('adjustment', 'rechargeOrder', 'manualOrder'),
      ...may('adjustment', 'add', 'approve', 'reject'),
      'merchant:adjust',
      ...may('rechargeOrder', 'approve', 'reject'),
      ...may('manualOrder', 'approve', 'reject'),
      ...read(
        'bankBill',
        'payment',
        'bankBatch',
        'bankAccount',
        'dailyReport',
        'upstreamReport',
        'profitReport',
        'reportRun',
        'upstreamEntry',
      ),
      ...page('bankType'),
      ...may('bankBill', 'match', 'autoMatch', 'ignore', 'unmatch', 'separate'),
      ...may('bankBatch', 'rerun', 'upload', 'move', 'withdraw'),
      ...may('bankAccount', 'add', 'update'),
      ...may('dailyReport', 'restat'),
      ...may('upstreamEntry', 'add', 'update', 'delete', 'import'),
      ...read('measureTarget'),
      ...may('measureTarget', 'add', 'update', 'delete'),
      ...read('alertRule', 'alertIncident'),
      ...may('alertRule', 'add', 'update', 'delete', ...MUTING),
      ...read('transaction', 'systemDetail'),
      ...may('merchantAsset', 'check'),
      ...page('trialBalance', 'wallet'),
      'callback:resend',
    ],
    entries: EVERYBODYS,
  },
  operator(
    'branchOperator',
    localeTexts('分部运营', '分部營運', 'Branch operators'),
    2,
    localeTexts(
      '本分部商户的订单处理',
      '本分部商戶的訂單處理',
      "Handles the orders of the branch's merchants",
    ),
  ),
  partner(
    'merchant',
    localeTexts('商户', '商戶', 'Merchants'),
    localeTexts('查看自己的订单与资金', '查看自己的訂單與資金', 'Sees its own orders and funds'),
    [],
  ),
  partner(
    'agent',
    localeTexts('代理', '代理', 'Agents'),
    localeTexts(
      '查看自己与下级商户的订单与资金',
      '查看自己與下級商戶的訂單與資金',
      'Sees the orders and funds of its own and of its sub-merchants',
    ),
    [...page('merchant', 'extensionRate')],
  ),
];
