import type { FastifyInstance } from 'fastify';
import { resourceOf } from '../../../contract/resources/index.ts';
import { readFamilyRows } from '../../engine/family/page.ts';
import { engineOf } from '../../engine/shared.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { numberSetting } from '../../platform/settings.ts';

const CLEARED = [
  ['/api/sysLogVis/clear', 'sysLogVis:page'],
  ['/api/sysLogOp/clear', 'sysLogOp:page'],
  ['/api/sysLogEx/clear', 'sysLogEx:page'],
  ['/api/sysLogDiff/clear', 'sysLogDiff:page'],
] as const;

/** So many of the latest visits are drawn at most. */
const ON_MAP = 1_000;

/** What clients of the family ask of the logs and nobody may do: it is refused with the rule that keeps them. */
export function mountLogs(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysLogVis/list',
    permission: { anyOf: ['sysLogVis:page'] },
    summary: 'The latest visits, for a map',
    handler: async ({ caller }) => {
      const engine = await engineOf(deps);
      const { items } = await readFamilyRows(engine, resourceOf('sysLogVis'), caller, { pageSize: ON_MAP });
      return items.map(({ location, longitude, latitude, realName, logDateTime }) => ({
        location,
        longitude,
        latitude,
        realName,
        logDateTime,
      }));
    },
  });
  for (const [url, permission] of CLEARED)
    route(app, {
      method: 'POST',
      effect: 'none',
      url,
      permission: { anyOf: [permission] },
      summary: 'Refused: logs go by month',
      handler: async () => {
        throw new Refused('logsKept', { months: await numberSetting(deps.pool, 'logKeepMonths') });
      },
    });
}
