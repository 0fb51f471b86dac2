import type { FastifyInstance } from 'fastify';
import { EVERYONE } from '../../../contract/audience.ts';
import { engineOf } from '../../engine/shared.ts';
import { forgetDicts } from '../../identity/system/dictRoutes.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { CACHES, dropCached } from '../../platform/cacheList.ts';
import { createHub } from './hub.ts';
import { createStreams } from './streams.ts';

/** GET /api/events: changes of what the caller may see, in order, resumed by Last-Event-ID. */
export async function mountEvents(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const engine = await engineOf(deps);
  const hub = createHub(deps.events, deps.log, engine.compiled, (resources) => {
    if (resources.has('sysDictType') || resources.has('sysDictData')) forgetDicts(deps.pool);
    if (resources.has(CACHES)) dropCached(() => true);
  });
  const streams = createStreams(deps, hub, engine);

  route(app, {
    method: 'GET',
    url: '/api/events',
    permission: { session: EVERYONE },
    longLived: true,
    summary: 'Server-sent events: change, hello and resync frames under the caller’s scope',
    handler: async ({ caller, headers, request, reply }) => {
      const lastId = headers['last-event-id'];
      await streams.open(caller, typeof lastId === 'string' ? lastId : '', request.raw, reply);
      return reply;
    },
  });

  app.addHook('onReady', () => hub.start().then(() => streams.start()));
  app.drain.onFinish(() => streams.end());
  app.addHook('preClose', () => streams.stop());
  app.addHook('onClose', () => hub.stop());
}
