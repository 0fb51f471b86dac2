import { inAll } from './inAll.ts';
import { resources } from '../../../contract/resources/index.ts';
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

const PARTNERS = ['collectOrder', 'callback', 'fundDetail', 'merchantAsset', 'channelBinding'];
const partner = (code: string, name: string, remark: string, more: readonly string[]): RoleSeed => ({
  code,
  name,
  dataScope: 4,
  remark,
  permissions: [...read(...PARTNERS), 'collectOrder:notify', ...more],
  entries: ['dashboard'],
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
    ...read('collectOrder', 'callback', 'fundDetail', 'merchantAsset', 'merchant', 'orderLog'),
    ...page('channel', 'channelBinding', 'extensionRate', 'upstream'),
    ...['claim', 'unclaim', 'settle', 'batchSettle', 'notify', 'cancel'].map(
      (verb) => `collectOrder:${verb}`,
    ),
  ],
  entries: ['dashboard'],
});

export const ROLES: readonly RoleSeed[] = [
  {
    code: 'administrator',
    name: inAll('系统管理员', '系統管理員', 'Administrators'),
    dataScope: 1,
    remark: '全部菜单与按钮',
    permissions: [...all, 'collectOrder:supervise'],
    entries: ['dashboard', 'apiDocs'],
  },
  {
    code: 'operator',
    name: inAll('运营', '營運', 'Operators'),
    dataScope: 2,
    remark: '订单处理：认领、结算、补发通知',
    permissions: [
      ...read('collectOrder', 'callback', 'fundDetail', 'merchantAsset', 'merchant', 'orderLog'),
      ...page('channel', 'channelBinding', 'extensionRate', 'upstream'),
      ...['claim', 'unclaim', 'settle', 'batchSettle', 'notify', 'cancel'].map(
        (verb) => `collectOrder:${verb}`,
      ),
    ],
    entries: ['dashboard'],
  },
  {
    code: 'finance',
    name: inAll('财务', '財務', 'Finance'),
    dataScope: 2,
    remark: '对账与结算',
    permissions: [
      ...read('collectOrder', 'fundDetail', 'merchantAsset', 'merchant', 'orderLog'),
      ...page('callback', 'channelBinding', 'extensionRate', 'channel', 'upstream'),
      ...['settle', 'batchSettle', 'reverse', 'notify'].map((verb) => `collectOrder:${verb}`),
    ],
    entries: ['dashboard'],
  },
  operator('branchOperator', inAll('分部运营', '分部營運', 'Branch operators'), 2, '本分部商户的订单处理'),
  partner('merchant', inAll('商户', '商戶', 'Merchants'), '查看自己的订单与资金', []),
  partner('agent', inAll('代理', '代理', 'Agents'), '查看自己与下级商户的订单与资金', [
    ...page('merchant', 'extensionRate'),
  ]),
];
