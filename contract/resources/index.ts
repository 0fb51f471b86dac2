import type { Resource } from '../resource.ts';
import { bankAccount } from './bank/bankAccount.ts';
import { bankBatch } from './bank/bankBatch.ts';
import { bankBill } from './bank/bankBill.ts';
import { payment } from './bank/payment.ts';
import { bankType } from './bank/bankType.ts';
import { channel } from './channels/channel.ts';
import { channelBinding } from './channels/channelBinding.ts';
import { extensionRate } from './channels/extensionRate.ts';
import { upstream } from './channels/upstream.ts';
import { adjustment } from './finance/adjustment.ts';
import { approvalRule } from './finance/approvalRule.ts';
import { fundDetail } from './finance/fundDetail.ts';
import { manualOrder } from './finance/manualOrder.ts';
import { merchantAsset } from './finance/merchantAsset.ts';
import { systemDetail } from './finance/systemDetail.ts';
import { transaction } from './finance/transaction.ts';
import { rechargeOrder } from './finance/rechargeOrder.ts';
import { withdrawal } from './finance/withdrawal.ts';
import { withdrawalTerm } from './finance/withdrawalTerm.ts';
import { openAccess } from './merchants/openAccess.ts';
import { merchant } from './merchants/merchant.ts';
import { userOtp } from './merchants/userOtp.ts';
import { approval } from './orders/approval.ts';
import { callback } from './orders/callback.ts';
import { collectOrder } from './orders/collectOrder.ts';
import { orderNote } from './orders/orderNote.ts';
import { payOrder } from './orders/payOrder.ts';
import { reviewItem } from './orders/reviewItem.ts';
import { shiftHandover } from './orders/shiftHandover.ts';
import { alertIncident } from './reports/alertIncident.ts';
import { alertRule } from './reports/alertRule.ts';
import { dailyReport } from './reports/dailyReport.ts';
import { measureTarget } from './reports/measureTarget.ts';
import { profitReport } from './reports/profitReport.ts';
import { reportRun } from './reports/reportRun.ts';
import { upstreamEntry } from './reports/upstreamEntry.ts';
import { upstreamReport } from './reports/upstreamReport.ts';
import { LOGS } from './logs/index.ts';
import { DEVELOP } from './develop/index.ts';
import { PLATFORM } from './platform/index.ts';
import { SYSTEM } from './system/index.ts';

const all: readonly Resource[] = [
  collectOrder,
  payOrder,
  approval,
  reviewItem,
  orderNote,
  shiftHandover,
  callback,
  fundDetail,
  transaction,
  systemDetail,
  merchantAsset,
  withdrawal,
  withdrawalTerm,
  approvalRule,
  adjustment,
  rechargeOrder,
  manualOrder,
  merchant,
  channel,
  channelBinding,
  extensionRate,
  userOtp,
  upstream,
  ...LOGS,
  openAccess,
  bankBill,
  payment,
  bankBatch,
  bankAccount,
  bankType,
  dailyReport,
  reportRun,
  upstreamReport,
  upstreamEntry,
  profitReport,
  measureTarget,
  alertRule,
  alertIncident,
  ...SYSTEM,
  ...PLATFORM,
  ...DEVELOP,
];

/** Every resource by id; a duplicate id throws at load. */
export const resources: ReadonlyMap<string, Resource> = (() => {
  const map = new Map<string, Resource>();
  for (const resource of all) {
    if (map.has(resource.id)) throw new Error(`two resources are called ${resource.id}`);
    map.set(resource.id, resource);
  }
  return map;
})();

export function resourceOf(id: string): Resource {
  const found = resources.get(id);
  if (!found) throw new Error(`unknown resource ${id}`);
  return found;
}
