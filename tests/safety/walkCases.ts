import { bankBatchCases, bankBillCases } from './walkBank.ts';
import { approvalRuleCases } from './walkFlows.ts';
import { approvalCases, callbackCases, collectOrderCases, reviewItemCases } from './walkOrders.ts';
import { payOrderCases } from './walkPayouts.ts';
import { sysTenantCases } from './walkPeople.ts';
import { alertRuleCases } from './walkReports.ts';
import { adjustmentCases, manualOrderCases, rechargeOrderCases, withdrawalCases } from './walkRequests.ts';
import {
  merchantCases,
  openAccessCases,
  sysDictDataCases,
  sysDictTypeCases,
  sysNoticeCases,
  sysOnlineUserCases,
  sysRoleCases,
  upstreamCases,
  userOtpCases,
} from './walkSettings.ts';
import { sysAppCases, sysMenuCases, sysOrgCases } from './walkTrees.ts';
import type { MakeCase } from './walkWorld.ts';

/** A case of each action that the engine serves, by resource. */
export const CASES: Readonly<Record<string, Readonly<Record<string, MakeCase>>>> = {
  adjustment: adjustmentCases,
  alertRule: alertRuleCases,
  approval: approvalCases,
  approvalRule: approvalRuleCases,
  bankBatch: bankBatchCases,
  bankBill: bankBillCases,
  callback: callbackCases,
  collectOrder: collectOrderCases,
  manualOrder: manualOrderCases,
  merchant: merchantCases,
  openAccess: openAccessCases,
  payOrder: payOrderCases,
  rechargeOrder: rechargeOrderCases,
  reviewItem: reviewItemCases,
  sysDictData: sysDictDataCases,
  sysDictType: sysDictTypeCases,
  sysApp: sysAppCases,
  sysMenu: sysMenuCases,
  sysNotice: sysNoticeCases,
  sysOnlineUser: sysOnlineUserCases,
  sysOrg: sysOrgCases,
  sysRole: sysRoleCases,
  sysTenant: sysTenantCases,
  upstream: upstreamCases,
  userOtp: userOtpCases,
  withdrawal: withdrawalCases,
};
