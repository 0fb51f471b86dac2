import type { AppDeps } from '../platform/http/deps.ts';
import { buildEngine, type Engine } from './engine.ts';

const engines = new WeakMap<AppDeps, Promise<Engine>>();

/** The engine of this server: its routes and its worker share one, with one cap on memory. */
export function engineOf(deps: AppDeps): Promise<Engine> {
  const known = engines.get(deps);
  if (known) return known;
  const { publicUrl, bulkHoldSeconds } = deps.env;
  const settings = { publicUrl, holdMs: bulkHoldSeconds * 1_000 };
  const made = buildEngine(deps, deps.locales, { ...settings, ...deps.engine });
  engines.set(deps, made);
  return made;
}

/** The same server for its worker: statements run in the worker's own pool, and what one forgets the other does too. */
export function forWorker(server: AppDeps): AppDeps {
  const deps: AppDeps = { ...server, pool: server.work, commands: server.work };
  engines.set(deps, engineOf(server));
  return deps;
}
