import type { Resource } from '../../resource.ts';
import { orderLog } from './orderLog.ts';
import { openApiLog } from './openApiLog.ts';
import { sysLogVis } from './sysLogVis.ts';
import { sysLogOp } from './sysLogOp.ts';
import { sysLogEx } from './sysLogEx.ts';
import { sysLogDiff } from './sysLogDiff.ts';

export const LOGS: readonly Resource[] = [orderLog, openApiLog, sysLogVis, sysLogOp, sysLogEx, sysLogDiff];
