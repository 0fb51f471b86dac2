import { Suspense, useCallback, useMemo, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type ViewProps, part, useCaller, usePartReady } from '../../kit/index.ts';
import type { Pending } from '../actions/pending.ts';
import { nameOf } from '../actions/useFinish.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import { type ColumnPorts, useResourcePanel } from '../useResourcePanel.ts';
import { orderColumns, orderRowClasses } from './columns.ts';
import { type OrderKind, whomOf } from './kind.ts';
import { useOrderCommands } from './useOrderCommands.ts';

/** What is in the bar and behind its dots, as commands of the kind's resource. An action that no list names comes last. */
function toolsOf({ resource, buttons, more }: OrderKind) {
  const id = (name: string): string => (name === 'line' ? name : `${resource.id}.${name}`);
  const actions = Object.keys(resource.actions);
  const listed = new Set([...buttons, ...more]);
  const dangerous = actions.filter((name) => resource.actions[name]!.danger);
  const shown = buttons.map(id);
  return {
    buttons: shown,
    primary: shown[0]!,
    more: [...more, ...actions.filter((name) => !listed.has(name))].map(id),
    danger: new Set(dangerous.map(id)),
  };
}

// They come as soon as the list is there: the list itself does not wait for them.
const OrderBody = part(async () => ({ default: (await import('./OrderBody.tsx')).OrderBody }));
const OrderPeek = part(async () => ({ default: (await import('./OrderPeek.tsx')).OrderPeek }));

/** What a command on one order moves; of many the sheet's own summary tells. */
const bodyOf = (kind: OrderKind) => (pending: Pending) =>
  pending.count === 1 ? (
    <Suspense fallback={null}>
      <OrderBody pending={pending} kind={kind} />
    </Suspense>
  ) : undefined;

/** Orders of either direction: the screen an operator works in all day. */
export function OrderScreen({ kind, ...props }: ViewProps & { kind: OrderKind }) {
  const { profile } = useCaller();
  const [tools] = useState(() => toolsOf(kind));
  const [body] = useState(() => bodyOf(kind));
  const [whom] = useState(() => kind.whom && ((row: Row) => whomOf(row, kind)));
  const columns = useCallback((ports: ColumnPorts) => orderColumns(kind, ports), [kind]);
  const panel = useResourcePanel(kind.resource, props, { columns });
  const { model } = panel;
  const isPeekReady = usePartReady(OrderPeek);
  usePartReady(OrderBody);
  const rowClasses = useMemo(() => orderRowClasses(profile.id), [profile.id]);
  return (
    <PanelFrame
      panel={panel}
      commands={useOrderCommands(kind.resource, panel)}
      rowClasses={rowClasses}
      chips={kind.chips}
      tools={tools}
      show={(id) => model.setFilters({ anyId: nameOf(model)(id) })}
      body={body}
      whom={whom}
      peek={
        isPeekReady && (
          <OrderPeek
            kind={kind}
            row={panel.current}
            visible={props.visible}
            leave={panel.focusGrid}
            close={() => panel.setPeek(false)}
          />
        )
      }
    />
  );
}
