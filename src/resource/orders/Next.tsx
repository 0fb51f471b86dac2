import type { Row } from '../../../contract/calls.ts';
import { isHeld, isOnOffer } from '../../../contract/claim.ts';
import { Key, type Caller, commands, serverNow, useCaller, useT } from '../../kit/index.ts';
import { idOf } from '../actions/commandId.ts';
import { wordsOf } from '../actions/texts.ts';
import { mayRun } from '../actions/why.ts';
import { aimAt } from '../grid/aimAt.ts';
import { openModels } from '../grid/openModels.ts';
import { useBills } from './Bills.tsx';
import { Chain } from './Chain.tsx';
import type { OrderKind } from './kind.ts';
import { nextStepOf } from './nextStep.ts';
import { Viewers } from './Viewers.tsx';

/** The list the peek is next to, if the order is a row of it: its commands act on the order. */
function listOf({ resource }: OrderKind): string | undefined {
  const scope = commands.activeScope();
  return scope !== undefined && openModels.get(scope)?.resource.id === resource.id ? scope : undefined;
}

/** Runs an action on the order in the peek, whatever else is checked in the list. `given` is in its fields to begin with. */
function run(
  kind: OrderKind,
  order: Row,
  action: string,
  given: Readonly<Record<string, unknown>> | undefined,
): void {
  const scope = listOf(kind);
  const command = scope === undefined ? undefined : commands.find(idOf(kind.resource, action), scope);
  if (!command || scope === undefined) return;
  aimAt(openModels.get(scope)!, order.id);
  commands.fire(command, given);
}

/** Who holds it, and that it is on offer to a colleague. */
function Held({ order, caller: { profile } }: { order: Row; caller: Caller }) {
  const t = useT('orders');
  const now = serverNow();
  if (!isHeld(order, now)) return null;
  const isMine = order.claimedBy === profile.id;
  return (
    <span className="pd-muted">
      {' '}
      {t(isMine ? 'next.heldMine' : 'next.held', { name: String(order.claimedByName ?? '') })}
      {isOnOffer(order, now) && ` ${t('next.onOffer')}`}
    </span>
  );
}

/** The reference that is to be typed, where only one can be meant: its own, or that of the one line that may be its. */
function useReference(kind: OrderKind, order: Row): { utr: string } | undefined {
  const bills = useBills({ order, direction: kind.bills });
  const own = typeof order.utr === 'string' && order.utr !== '' ? order.utr : undefined;
  const [only, ...others] = bills && !bills.isMatched ? bills.items : [];
  const meant = own ?? (others.length === 0 && typeof only?.utr === 'string' ? only.utr : undefined);
  return meant === undefined ? undefined : { utr: meant };
}

interface NextProps {
  kind: OrderKind;
  /** Its detail. */
  order: Row;
  visible: boolean;
}

/** Why the order is where it is, and the verbs that take it further, each with its key. */
export function Next({ kind, order, visible }: NextProps) {
  const t = useT('orders');
  const grid = useT('grid');
  const caller = useCaller();
  const { resource } = kind;
  const words = wordsOf(resource);
  const { why, actions } = nextStepOf(kind, order);
  const reference = useReference(kind, order);
  const possible = actions.filter((name) => {
    const action = resource.actions[name];
    return (
      action !== undefined &&
      caller.can(`${resource.id}:${name}`, action.audience) &&
      mayRun(resource, { ...action, name }, [order], caller, grid, words.field) === true
    );
  });
  return (
    <section className="peek-next" aria-label={t('next.title')}>
      <p>
        {t(`next.${why}`, {
          name: String(order.upstreamName ?? ''),
          count: Number(order.callbackCount ?? 0),
        })}
        <Held order={order} caller={caller} />
      </p>
      <Chain kind={kind} order={order} />
      <Viewers target={{ subject: kind.subject, id: order.id }} visible={visible} />
      {possible.length > 0 && listOf(kind) !== undefined && (
        <div className="peek-verbs">
          {possible.map((name) => (
            <button
              key={name}
              type="button"
              className="pd-button"
              onClick={() => run(kind, order, name, reference)}
            >
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
