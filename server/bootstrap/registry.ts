import { servedByActions } from '../domain/orders/served.ts';
import { moneyWork } from '../domain/orders/work.ts';
import { servedByBalances } from '../domain/balances/served.ts';
import { balanceWork } from '../domain/balances/work.ts';
import { servedByBank } from '../domain/reconciliation/served.ts';
import { bankWork } from '../domain/reconciliation/work.ts';
import { servedByCallbacks } from '../domain/callbacks/served.ts';
import { callbackWork } from '../domain/callbacks/work.ts';
import type { Modules } from '../engine/modules.ts';
import { halvesOf } from '../engine/serverHalf.ts';
import { forWorker } from '../engine/shared.ts';
import { engineWork } from '../engine/tasks.ts';
import { servedByOpenApi } from '../api/openApi/served.ts';
import { openApiWork } from '../api/openApi/work.ts';
import { outboundWork } from '../platform/outbound/work.ts';
import { servedByReports } from '../domain/reports/served.ts';
import { reportWork } from '../domain/reports/work.ts';
import { confirmByOtp } from '../identity/session/otp/confirm.ts';
import { giveBack } from '../identity/session/otp/giveBack.ts';
import { loadPerson } from '../identity/session/person.ts';
import { servedBySession } from '../identity/session/served.ts';
import { sessionWork } from '../identity/session/sweep.ts';
import { servedBySystem } from '../identity/system/served.ts';
import { servedByUpstreams } from '../domain/upstreams/served.ts';
import { upstreamWork } from '../domain/upstreams/work.ts';

/** Every module of the product; the one place that knows them all. */
export const modules: Modules = {
  halves: halvesOf([
    ...servedByActions,
    ...servedByBalances,
    ...servedByBank,
    ...servedByCallbacks,
    ...servedByOpenApi,
    ...servedByReports,
    ...servedBySession,
    ...servedBySystem,
    ...servedByUpstreams,
  ]),
  works: [
    balanceWork,
    bankWork,
    callbackWork,
    engineWork,
    moneyWork,
    openApiWork,
    outboundWork,
    reportWork,
    sessionWork,
    upstreamWork,
  ],
  forWorker,
  identity: { loadPerson, confirmByOtp, giveBack },
};
