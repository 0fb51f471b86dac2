import { servedByFiles } from '../api/files/served.ts';
import { servedByPlugins } from '../api/plugins/served.ts';
import { servedByPrint } from '../api/print/served.ts';
import { servedByRegions } from '../api/regions/served.ts';
import { servedByOpenApi } from '../api/openApi/served.ts';
import { fileWork } from '../api/files/work.ts';
import { openApiWork } from '../api/openApi/work.ts';
import { consoleWork } from '../api/tools/console/work.ts';
import { servedByTools } from '../api/tools/served.ts';
import { scheduleWork } from '../api/schedule/work.ts';
import { servedByAlerts } from '../domain/alerts/served.ts';
import { alertWork } from '../domain/alerts/work.ts';
import { servedByApprovals } from '../domain/approvals/served.ts';
import { approvalWork } from '../domain/approvals/work.ts';
import { servedByBalances } from '../domain/balances/served.ts';
import { balanceWork } from '../domain/balances/work.ts';
import { servedByCallbacks } from '../domain/callbacks/served.ts';
import { callbackWork } from '../domain/callbacks/work.ts';
import { servedByForms } from '../domain/forms/served.ts';
import { handoverWork } from '../domain/handover/work.ts';
import { servedByMerchants } from '../domain/merchants/served.ts';
import { servedByOrders } from '../domain/orders/commands/served.ts';
import { orderWork } from '../domain/orders/commands/work.ts';
import { servedByPayments } from '../domain/payments/served.ts';
import { servedByReconciliation } from '../domain/reconciliation/served.ts';
import { bankWork } from '../domain/reconciliation/work.ts';
import { servedByReports } from '../domain/reports/served.ts';
import { reportWork } from '../domain/reports/work.ts';
import { servedByRequests } from '../domain/requests/served.ts';
import { servedByUpstreams } from '../domain/upstreams/served.ts';
import { upstreamWork } from '../domain/upstreams/work.ts';
import { servedByWithdrawals } from '../domain/withdrawals/served.ts';
import type { Modules } from '../engine/modules.ts';
import { halvesOf } from '../engine/serverHalf.ts';
import { forWorker } from '../engine/shared.ts';
import { engineWork } from '../engine/tasks.ts';
import { servedByDirectory } from '../identity/directory/served.ts';
import { directoryWork } from '../identity/directory/work.ts';
import { confirmByOtp } from '../identity/session/otp/confirm.ts';
import { giveBack } from '../identity/session/otp/giveBack.ts';
import { loadPerson } from '../identity/session/person.ts';
import { sessionWork } from '../identity/session/sweep.ts';
import { servedLogs } from '../identity/system/logPages.ts';
import { servedBySystem } from '../identity/system/served.ts';
import { servedByTenants } from '../identity/tenants/served.ts';
import { ledgerWork } from '../ledger/work.ts';
import { requestLogWork } from '../platform/requestLog/work.ts';
import { outboundWork } from '../platform/outbound/work.ts';

/** Every module of the product; the one place that knows them all. */
export const modules: Modules = {
  halves: halvesOf([
    ...servedByAlerts,
    ...servedByApprovals,
    ...servedByBalances,
    ...servedByCallbacks,
    ...servedByDirectory,
    ...servedByFiles,
    ...servedByForms,
    ...servedByMerchants,
    ...servedByOpenApi,
    ...servedByOrders,
    ...servedByPayments,
    ...servedByPlugins,
    ...servedByPrint,
    ...servedByReconciliation,
    ...servedByRegions,
    ...servedByReports,
    ...servedByRequests,
    ...servedBySystem,
    ...servedByTenants,
    ...servedLogs,
    ...servedByTools,
    ...servedByUpstreams,
    ...servedByWithdrawals,
  ]),
  works: [
    alertWork,
    approvalWork,
    balanceWork,
    bankWork,
    callbackWork,
    directoryWork,
    consoleWork,
    engineWork,
    fileWork,
    handoverWork,
    ledgerWork,
    openApiWork,
    orderWork,
    outboundWork,
    reportWork,
    scheduleWork,
    requestLogWork,
    sessionWork,
    upstreamWork,
  ],
  forWorker,
  identity: { loadPerson, confirmByOtp, giveBack },
};
