import type { Row } from '../../../contract/calls.ts';
import { Key, type Caller, commands, useCaller, useT } from '../../kit/index.ts';
import { idOf } from '../actions/commandId.ts';
import { wordsOf } from '../actions/texts.ts';
import { mayRun } from '../actions/why.ts';
import { aimAt } from '../grid/aimAt.ts';
import { openModels } from '../grid/openModels.ts';
import type { OrderKind } from './kind.ts';
import { nextStepOf } from './nextStep.ts';

/** The list the peek is next to, if the order is a row of it: its commands act on the order. */
function listOf({ resource }: OrderKind): string | undefined {
  const scope = commands.activeScope();
  return scope !== undefined && openModels.get(scope)?.resource.id === resource.id ? scope : undefined;
}

/** Runs an action on the order in the peek, whatever else is checked in the list. */
function run(kind: OrderKind, order: Row, action: string): void {
  const scope = listOf(kind);
  const command = scope === undefined ? undefined : commands.find(idOf(kind.resource, action), scope);
  if (!command || scope === undefined) return;
  aimAt(openModels.get(scope)!, order.id);
  commands.fire(command);
}

const isHeldByOther = ({ claimedBy }: Row, { profile }: Caller): boolean =>
  typeof claimedBy === 'string' && claimedBy !== profile.id;

/** Why the order is where it is, and the verbs that take it further, each with its key. */
export function Next({ kind, order }: { kind: OrderKind; order: Row }) {
  const t = useT('orders');
  const grid = useT('grid');
  const caller = useCaller();
  const { resource } = kind;
  const words = wordsOf(resource);
  const { why, actions } = nextStepOf(kind, order);
  const possible = actions.filter((name) => {
    const action = resource.actions[name];
    return (
      action !== undefined &&
      caller.can(`${resource.id}:${name}`, action.audience) &&
      mayRun(resource, action, [order], caller, grid, words.field) === true
    );
  });
  return (
    <section className="peek-next" aria-label={t('next.title')}>
      <p>
        {t(`next.${why}`, {
          name: String(order.upstreamName ?? ''),
          count: Number(order.callbackCount ?? 0),
        })}
        {isHeldByOther(order, caller) && (
          <span className="pd-muted"> {t('next.held', { name: String(order.claimedByName ?? '') })}</span>
        )}
      </p>
      {possible.length > 0 && listOf(kind) !== undefined && (
        <div className="peek-verbs">
          {possible.map((name) => (
            <button key={name} type="button" className="pd-button" onClick={() => run(kind, order, name)}>
              {words.action(name)}
              <Shortcut id={idOf(resource, name)} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function Shortcut({ id }: { id: string }) {
  const keys = commands.find(id)?.keys?.[0];
  return keys === undefined ? null : <Key keys={keys} />;
}
