import { moneyWork } from '../actions/work.ts';
import { balanceWork } from '../balances/work.ts';
import { bankWork } from '../bank/work.ts';
import { callbackWork } from '../callbacks/work.ts';
import { openApiWork } from '../openApi/work.ts';
import { outboundWork } from '../outbound/work.ts';
import { reportWork } from '../reports/work.ts';
import { engineWork } from '../engine/tasks.ts';
import { sessionWork } from '../session/sweep.ts';
import { upstreamWork } from '../upstreams/work.ts';
import type { Work } from './task.ts';

/** What each part of the server gives the worker. */
export const works: readonly Work[] = [
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
];
