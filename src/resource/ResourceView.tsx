import { useMemo, useState } from 'react';
import { resourceOf } from '../../contract/resources/index.ts';
import { type ViewProps, useLink, useT } from '../kit/index.ts';
import { ActionSheet } from './actions/ActionSheet.tsx';
import { JobStrip } from './actions/JobStrip.tsx';
import { Results } from './actions/Results.tsx';
import { wordsOf } from './actions/texts.ts';
import { useActions } from './actions/useActions.ts';
import { useExport } from './actions/useExport.ts';
import { useJobs } from './actions/useJobs.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { ColumnChooser } from './grid/ColumnChooser.tsx';
import { columnsOf } from './grid/columns.ts';
import { Footer } from './grid/Footer.tsx';
import { GridState } from './grid/GridState.tsx';
import { ResourceGrid } from './grid/ResourceGrid.tsx';
import { useCurrent } from './grid/useCurrent.ts';
import { useGridCommands } from './grid/useGridCommands.ts';
import { usePanel } from './grid/usePanel.ts';
import { contextOf } from './linkContext.ts';
import { type Open, OpenSheet } from './OpenSheet.tsx';
import { RowPeek } from './RowPeek.tsx';
import { Toolbar } from './ui/Toolbar.tsx';
import { idOf, useResourceCommands } from './useResourceCommands.ts';

const CHIPS = 4;

/** The view of any resource, from its definition alone. */
export function ResourceView(props: ViewProps & { resource: string }) {
  const { tabId, visible } = props;
  const [resource] = useState(() => resourceOf(props.resource));
  const [words] = useState(() => wordsOf(resource));
  const area = useT(resource.area);
  const panel = usePanel(resource, props);
  const { model, handle, box, focusGrid, current } = panel;
  const [open, setOpen] = useState<Open | undefined>();
  const jobs = useJobs();
  const actions = useActions({ model, words, onJob: jobs.follow, onClose: focusGrid });
  const exportRows = useExport(model, words, jobs, handle);
  const { publish } = useLink(tabId);
  // `area` changes with the language, which is what the headers depend on.
  const columns = useMemo(
    () =>
      columnsOf(resource, (field) =>
        area(`${resource.id}.fields.${field}`, { defaultValue: words.field(field) }),
      ),
    [resource, words, area],
  );
  const stand = useCurrent(panel, (row) => publish(contextOf(resource, row)));
  const close = () => {
    setOpen(undefined);
    focusGrid();
  };
  const commandList = useResourceCommands({
    resource,
    model,
    actions,
    words,
    exportRows,
    edit: (row) => setOpen({ kind: 'form', row }),
    remove: (rows) => setOpen({ kind: 'delete', rows }),
  });
  useGridCommands({
    tabId,
    model,
    handle,
    box,
    peek: () => panel.setPeek(!panel.peek),
    back() {
      if (!actions.pending && !open && !panel.peek) return false;
      if (actions.pending) actions.dismiss();
      else if (open) close();
      else panel.setPeek(false);
      return true;
    },
    more: commandList,
  });
  const name = (id: string) => String(model.blocks.get(id)?.[resource.label] ?? id);
  const always = Object.keys(resource.fields)
    .filter((field) => resource.fields[field]!.filter === 'in')
    .slice(0, CHIPS);
  const danger = new Set([
    ...actions.names.filter((action) => actions.get(action).danger).map((action) => idOf(resource, action)),
    idOf(resource, 'delete'),
  ]);
  const shown = ['add', 'update', ...actions.names.slice(0, 3)].map((verb) => idOf(resource, verb));
  const more = commandList.map((command) => command.id).filter((id) => !shown.includes(id));
  const hint = area(`${resource.id}.anyId`, { defaultValue: resource.anyId.map(words.field).join(' / ') });
  return (
    <div className="view">
      <div className="view-bar">
        <FilterBar
          resource={resource}
          filters={panel.state.filters}
          onChange={(next) => model.setFilters(next)}
          always={always}
          label={words.field}
          hint={hint}
          box={box}
        />
        <Toolbar tabId={tabId} buttons={shown} primary={idOf(resource, 'add')} more={more} danger={danger} />
        <ColumnChooser model={model} handle={handle} />
      </div>
      <div className="view-body">
        <div className="view-grid" ref={panel.area}>
          <ResourceGrid
            model={model}
            columns={columns}
            title={words.title()}
            visible={visible}
            startAt={panel.start.at}
            handle={handle}
            onCurrent={stand}
            onOpen={() => panel.setPeek(true)}
          />
          <GridState model={model} label={words.field} />
        </div>
        {actions.pending && (
          <ActionSheet
            key={actions.pending.key}
            actions={actions}
            pending={actions.pending}
            words={words}
            name={name}
          />
        )}
        {!actions.pending && open && <OpenSheet open={open} model={model} words={words} close={close} />}
        {!actions.pending && !open && panel.peek && (
          <RowPeek resource={resource} row={current} words={words} close={() => panel.setPeek(false)} />
        )}
      </div>
      {actions.outcome && (
        <Results
          outcome={actions.outcome}
          retry={(ids) => void actions.retry(ids)}
          show={(id) => model.selection.only(id)}
          close={actions.forget}
        />
      )}
      <JobStrip jobs={jobs} />
      <Footer model={model} visible={visible} label={words.field} sums={resource.totals.slice(0, 2)}>
        {resource.totals.length === 0 ? <span className="grow" /> : undefined}
      </Footer>
    </div>
  );
}
