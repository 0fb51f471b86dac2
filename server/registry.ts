import { servedByActions } from './actions/served.ts';
import { moneyWork } from './actions/work.ts';
import { servedByBalances } from './balances/served.ts';
import { balanceWork } from './balances/work.ts';
import { servedByBank } from './bank/served.ts';
import { bankWork } from './bank/work.ts';
import { servedByCallbacks } from './callbacks/served.ts';
import { callbackWork } from './callbacks/work.ts';
import type { Modules } from './engine/modules.ts';
import { halvesOf } from './engine/serverHalf.ts';
import { engineWork } from './engine/tasks.ts';
import { servedByOpenApi } from './openApi/served.ts';
import { openApiWork } from './openApi/work.ts';
import { outboundWork } from './outbound/work.ts';
import { servedByReports } from './reports/served.ts';
import { reportWork } from './reports/work.ts';
import { confirmByOtp } from './session/otp/confirm.ts';
import { giveBack } from './session/otp/giveBack.ts';
import { loadPerson } from './session/person.ts';
import { servedBySession } from './session/served.ts';
import { sessionWork } from './session/sweep.ts';
import { servedBySystem } from './system/served.ts';
import { servedByUpstreams } from './upstreams/served.ts';
import { upstreamWork } from './upstreams/work.ts';

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
  identity: { loadPerson, confirmByOtp, giveBack },
};
