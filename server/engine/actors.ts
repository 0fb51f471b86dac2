import type { AppDeps } from '../http/deps.ts';
import type { Actor } from './actOnRow.ts';
import type { Compiled } from './compile.ts';
import type { Engine } from './engine.ts';
import { explainOf, handlerOf } from './handlers.ts';

/** An action with everything it runs on. @throws Error where it has neither handler nor values to set */
export function actorOf(engine: Engine, deps: AppDeps, compiled: Compiled, name: string): Actor {
  const action = compiled.resource.actions[name];
  if (!action) throw new Error(`${compiled.resource.id} has no action ${name}`);
  const { resource } = compiled;
  return {
    engine,
    deps,
    compiled,
    name,
    action,
    handler: handlerOf(resource, name),
    explain: explainOf(resource),
  };
}
