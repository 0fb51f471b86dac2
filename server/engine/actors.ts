import type { AppDeps } from '../platform/http/deps.ts';
import type { Actor } from './actOnRow.ts';
import type { Compiled } from './compile.ts';
import type { Engine } from './engine.ts';
import { commandOf, halfOf } from './serverHalf.ts';

/** An action with everything it runs on. @throws Error where it has neither handler nor values to set */
export function actorOf(engine: Engine, deps: AppDeps, compiled: Compiled, name: string): Actor {
  const action = compiled.resource.actions[name];
  if (!action) throw new Error(`${compiled.resource.id} has no action ${name}`);
  const { resource } = compiled;
  const half = halfOf(engine.halves, resource);
  return {
    engine,
    deps,
    compiled,
    name,
    action,
    handler: commandOf(half, resource, name),
    explain: half.explain ?? {},
    estimate: half.estimates?.[name] ?? {},
    delegate: half.delegates?.[name],
  };
}
