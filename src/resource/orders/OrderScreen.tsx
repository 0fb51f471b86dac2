import { useCallback, useMemo, useState } from 'react';
import { type ViewProps, useCaller, useLink, useT } from '../../kit/index.ts';
import { ActionSheet } from '../actions/ActionSheet.tsx';
import { JobStrip } from '../actions/JobStrip.tsx';
import { Results } from '../actions/Results.tsx';
import { wordsOf } from '../actions/texts.ts';
import { useActions } from '../actions/useActions.ts';
import { useExport } from '../actions/useExport.ts';
import { useJobs } from '../actions/useJobs.ts';
import { FilterBar } from '../filters/FilterBar.tsx';
import { ColumnChooser } from '../grid/ColumnChooser.tsx';
import { Footer } from '../grid/Footer.tsx';
import { GridState } from '../grid/GridState.tsx';
import { ResourceGrid } from '../grid/ResourceGrid.tsx';
import { useCurrent } from '../grid/useCurrent.ts';
import { useGridCommands } from '../grid/useGridCommands.ts';
import { usePanel } from '../grid/usePanel.ts';
import { contextOf } from '../linkContext.ts';
import { Toolbar } from '../ui/Toolbar.tsx';
import { useNarrow } from '../ui/useNarrow.ts';
import { orderColumns, orderRowClasses } from './columns.ts';
import type { OrderKind } from './kind.ts';
import { OrderPeek } from './OrderPeek.tsx';
import { useOrderCommands } from './useOrderCommands.ts';

const FIRST_FILTERS = {};

/** What stands in the bar and behind its dots, as commands of the kind's resource. */
function toolsOf({ resource, buttons, more }: OrderKind) {
  const id = (name: string): string => (name === 'line' ? name : `${resource.id}.${name}`);
  const dangerous = Object.keys(resource.actions).filter((name) => resource.actions[name]!.danger);
  return { buttons: buttons.map(id), more: more.map(id), danger: new Set(dangerous.map(id)) };
}

function useColumns(kind: OrderKind, narrow: boolean) {
  const t = useT('orders');
  return useMemo(() => {
    const words = wordsOf(kind.resource);
    const short = (field: string) =>
      t(`${kind.resource.id}.short.${field}`, { defaultValue: words.field(field) });
    return { short, columns: orderColumns(kind, words.field, short, () => t('me'), narrow) };
  }, [kind, t, narrow]);
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
  const { model, handle, box, focusGrid, current } = panel;
  const jobs = useJobs();
  const actions = useActions({ model, words, onJob: jobs.follow, onClose: focusGrid });
  const exportRows = useExport(model, words, jobs, handle);
  const { publish } = useLink(tabId);
  const { columns, short } = useColumns(kind, useNarrow(panel.area));
  const rowClasses = useMemo(() => orderRowClasses(profile.id), [profile.id]);
  const stand = useCurrent(panel, (row) => publish(contextOf(resource, row)));
  const peek = useCallback(() => panel.setPeek(!panel.peek), [panel]);
  useGridCommands({
    tabId,
    model,
    handle,
    box,
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
  const name = (id: string) => String(model.blocks.get(id)?.orderNo ?? id);

  return (
    <div className="view">
      <div className="view-bar">
        <FilterBar
          resource={resource}
          filters={panel.state.filters}
          onChange={(next) => model.setFilters(next)}
          always={kind.chips}
          label={words.field}
          hint={t(`${resource.id}.anyId`)}
          box={box}
        />
        <Toolbar
          tabId={tabId}
          buttons={tools.buttons}
          primary={tools.buttons[0]}
          more={tools.more}
          danger={tools.danger}
        />
        <ColumnChooser model={model} handle={handle} />
      </div>
      <div className="view-body">
        <div className="view-grid" ref={panel.area}>
          <ResourceGrid
            model={model}
            columns={columns}
            title={words.title()}
            visible={visible}
            rowClasses={rowClasses}
            startAt={panel.start.at}
            handle={handle}
            onCurrent={stand}
            onOpen={() => panel.setPeek(true)}
          />
          <GridState model={model} label={words.field} />
        </div>
        {actions.pending ? (
          <ActionSheet
            key={actions.pending.key}
            actions={actions}
            pending={actions.pending}
            words={words}
            name={name}
            body={kind.body}
          />
        ) : (
          panel.peek && (
            <OrderPeek kind={kind} row={current} visible={visible} close={() => panel.setPeek(false)} />
          )
        )}
      </div>
      {actions.outcome && (
        <Results
          outcome={actions.outcome}
          retry={(ids) => void actions.retry(ids)}
          show={(id) => model.setFilters({ anyId: name(id) })}
          close={actions.forget}
        />
      )}
      <JobStrip jobs={jobs} />
      <Footer model={model} visible={visible} label={short} />
    </div>
  );
}
