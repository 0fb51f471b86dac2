import type { FastifyInstance } from 'fastify';
import { EVERYONE } from '../../../contract/audience.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { constList } from './consts.ts';

export function mountConsts(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysConst/list',
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    summary: 'Every constant list',
    handler: async ({ caller }) => constList(deps.locales, caller.locale),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysConst/data/:typeName',
    permission: { session: EVERYONE },
    summary: 'One constant list by its code',
    handler: async ({ caller, request }) => {
      const { typeName } = request.params as { typeName: string };
      const found = constList(deps.locales, caller.locale).find((list) => list.code === typeName);
      if (!found) throw new Refused('notFound');
      return found.data.result;
    },
  });
}
