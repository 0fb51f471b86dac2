import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { logKeepMonths } from '../../platform/settings.ts';

const CLEARED = [
  ['/api/sysLogVis/clear', 'sysLogVis:page'],
  ['/api/sysLogOp/clear', 'sysLogOp:page'],
  ['/api/sysLogEx/clear', 'sysLogEx:page'],
  ['/api/sysLogDiff/clear', 'sysLogDiff:page'],
] as const;

/** What clients of the family ask of the logs and nobody may do: it is refused with the rule that keeps them. */
export function mountLogs(app: FastifyInstance, deps: AppDeps): void {
  for (const [url, permission] of CLEARED)
    route(app, {
      method: 'POST',
      effect: 'none',
      url,
      permission: { anyOf: [permission] },
      summary: 'Refused: logs go by month',
      handler: async () => {
        throw new Refused('logsKept', { months: await logKeepMonths(deps.pool) });
      },
    });
}
