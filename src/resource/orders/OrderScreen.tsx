import { useCallback, useMemo, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type ViewProps, useCaller, useLink, useT } from '../../kit/index.ts';
import type { Pending } from '../actions/pending.ts';
import { SheetFirst } from '../actions/SheetFirst.tsx';
import { type Words, wordsOf } from '../actions/texts.ts';
import { type Actions, useActions } from '../actions/useActions.ts';
import { useExport } from '../actions/useExport.ts';
import { useJobs } from '../actions/useJobs.ts';
import { useResume } from '../actions/useResume.ts';
import type { GridModel } from '../grid/model.ts';
import { useCurrent } from '../grid/useCurrent.ts';
import { useGridCommands } from '../grid/useGridCommands.ts';
import { type GridPanel, usePanel } from '../grid/usePanel.ts';
import { contextOf } from '../linkContext.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import { useNarrow } from '../ui/useNarrow.ts';
import { orderColumns, orderRowClasses } from './columns.ts';
import { type OrderKind, whomOf } from './kind.ts';
import { OrderBody } from './OrderBody.tsx';
import { OrderPeek } from './OrderPeek.tsx';
import { useOrderCommands } from './useOrderCommands.ts';

const FIRST_FILTERS = {};

/** What stands in the bar and behind its dots, as commands of the kind's resource. */
function toolsOf({ resource, buttons, more }: OrderKind) {
  const id = (name: string): string => (name === 'line' ? name : `${resource.id}.${name}`);
  const dangerous = Object.keys(resource.actions).filter((name) => resource.actions[name]!.danger);
  const shown = buttons.map(id);
  return { buttons: shown, primary: shown[0]!, more: more.map(id), danger: new Set(dangerous.map(id)) };
}

/** What a command on one order moves; of many the sheet's own summary tells. */
const bodyOf = (kind: OrderKind) => (pending: Pending) =>
  pending.count === 1 ? <OrderBody pending={pending} kind={kind} /> : undefined;

function useColumns(kind: OrderKind, narrow: boolean) {
  const t = useT('orders');
  return useMemo(() => {
    const words = wordsOf(kind.resource);
    const short = (field: string) =>
      t(`${kind.resource.id}.short.${field}`, { defaultValue: words.field(field) });
    return { short, columns: orderColumns(kind, words.field, short, () => t('me'), narrow) };
  }, [kind, t, narrow]);
}

const orderNoOf = (model: GridModel, id: string): string => String(model.blocks.get(id)?.orderNo ?? id);

interface OrderAsideProps {
  kind: OrderKind;
  panel: GridPanel;
  actions: Actions;
  words: Words;
  visible: boolean;
}

/** The one thing that stands beside the orders. */
function OrderAside({ kind, panel, actions, words, visible }: OrderAsideProps) {
  const [body] = useState(() => bodyOf(kind));
  const [whom] = useState(() => kind.whom && ((row: Row) => whomOf(row, kind)));
  return (
    <SheetFirst
      actions={actions}
      words={words}
      name={(id) => orderNoOf(panel.model, id)}
      body={body}
      whom={whom}
    >
      {panel.peek && (
        <OrderPeek kind={kind} row={panel.current} visible={visible} close={() => panel.setPeek(false)} />
      )}
    </SheetFirst>
  );
}

/** Orders of either direction: the screen an operator works in all day. */
export function OrderScreen({ kind, ...props }: ViewProps & { kind: OrderKind }) {
  const { tabId, visible } = props;
  const { resource } = kind;
  const t = useT('orders');
  const { profile } = useCaller();
  const [words] = useState(() => wordsOf(resource));
  const [tools] = useState(() => toolsOf(kind));
  const panel = usePanel(resource, props, FIRST_FILTERS);
  const { model, handle, focusGrid } = panel;
  const jobs = useJobs();
  const actions = useActions({ model, words, onJob: jobs.follow, onClose: focusGrid });
  const exportRows = useExport(model, words, jobs, handle);
  useResume(resource.id, jobs, actions, words);
  const { publish } = useLink(tabId);
  const { columns, short } = useColumns(kind, useNarrow(panel.area));
  const rowClasses = useMemo(() => orderRowClasses(profile.id), [profile.id]);
  const stand = useCurrent(panel, (row, replaces) => publish(contextOf(resource, row), replaces));
  const peek = useCallback(() => panel.setPeek(!panel.peek), [panel]);
  useGridCommands({
    tabId,
    panel,
    busy: actions.busy,
    peek,
    back() {
      if (actions.pending) actions.dismiss();
      else if (panel.peek) panel.setPeek(false);
      else return false;
      return true;
    },
    more: useOrderCommands({
      resource,
      actions,
      words,
      exportRows,
      current: () => panel.current,
      look: () => panel.setPeek(true),
    }),
  });
  return (
    <PanelFrame
      tabId={tabId}
      visible={visible}
      panel={panel}
      words={words}
      columns={columns}
      rowClasses={rowClasses}
      onCurrent={stand}
      chips={kind.chips}
      hint={t(`${resource.id}.anyId`)}
      tools={tools}
      jobs={jobs}
      actions={actions}
      show={(id) => model.setFilters({ anyId: orderNoOf(model, id) })}
      label={short}
    >
      <OrderAside kind={kind} panel={panel} actions={actions} words={words} visible={visible} />
    </PanelFrame>
  );
}
