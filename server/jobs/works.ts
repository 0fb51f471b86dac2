import { moneyWork } from '../actions/work.ts';
import { callbackWork } from '../callbacks/work.ts';
import { engineWork } from '../engine/tasks.ts';
import { sessionWork } from '../session/sweep.ts';
import { upstreamWork } from '../upstreams/work.ts';
import type { Work } from './task.ts';

/** What each part of the server gives the worker. */
export const works: readonly Work[] = [callbackWork, engineWork, moneyWork, sessionWork, upstreamWork];
