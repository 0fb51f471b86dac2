import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../platform/http/deps.ts';
import { mountProofs } from './proof.ts';
import { mountSandbox } from './sandbox.ts';
import { createTraffic } from './traffic.ts';
import { mountUpstreamBehaviours } from './upstream/behaviourRoute.ts';

/** The demo's own surroundings: merchants that receive callbacks, payers' proofs, and orders that keep coming. */
export function mountDemo(app: FastifyInstance, deps: AppDeps): void {
  if (!deps.env.demo) return;
  mountSandbox(app, deps);
  mountProofs(app);
  mountUpstreamBehaviours(app, deps);
  if (deps.env.demoTraffic === 0) return;
  const traffic = createTraffic(deps, deps.env.demoTraffic);
  app.addHook('onListen', async () => traffic.start());
  app.addHook('preClose', () => traffic.stop());
}
