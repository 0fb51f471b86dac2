import type { AppDeps } from '../http/deps.ts';
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

/** Both answer from one engine: what one forgets, the other does not remember. */
export function shareEngine(from: AppDeps, to: AppDeps): void {
  engines.set(to, engineOf(from));
}
