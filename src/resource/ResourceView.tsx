import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import type { Row } from '../../contract/calls.ts';
import type { Resource } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import { type Command, FOLLOWING, type ViewProps, useLink, useT } from '../kit/index.ts';
import { Aside } from './Aside.tsx';
import { JobStrip } from './actions/JobStrip.tsx';
import { Results } from './actions/Results.tsx';
import { type Words, wordsOf } from './actions/texts.ts';
import { useActions } from './actions/useActions.ts';
import { useExport } from './actions/useExport.ts';
import { nameOf } from './actions/useFinish.ts';
import { useJobs } from './actions/useJobs.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import type { Filters } from './filters/model.ts';
import { ColumnChooser } from './grid/ColumnChooser.tsx';
import { columnsOf } from './grid/columns.ts';
import { Footer } from './grid/Footer.tsx';
import { GridState } from './grid/GridState.tsx';
import { ResourceGrid } from './grid/ResourceGrid.tsx';
import { useCurrent } from './grid/useCurrent.ts';
import { useGridCommands } from './grid/useGridCommands.ts';
import { usePanel } from './grid/usePanel.ts';
import { contextOf } from './linkContext.ts';
import { LinkedTo } from './link/LinkedTo.tsx';
import { useFollowed } from './link/useFollowed.ts';
import type { Open } from './OpenSheet.tsx';
import { type PeekProps, RowPeek } from './RowPeek.tsx';
import type { Secret } from './SecretSheet.tsx';
import { Toolbar } from './ui/Toolbar.tsx';
import { idOf, useResourceCommands } from './useResourceCommands.ts';

const NO_VERBS: readonly Omit<Command, 'scope'>[] = [];
const CHIPS = 4;
const BUTTONS = 3;
/** What a view starts with: buttons are most of the menu and rarely what is looked for. */
const FIRST: Readonly<Record<string, Filters>> = { sysMenu: { type: [1, 2] } };

/** What stands in the bar: chips for what is chosen from a list, the first verbs as buttons, the rest in the menu. */
function toolsOf(
  resource: Resource,
  actions: readonly string[],
  list: readonly { id: string }[],
  verbs: readonly { id: string }[],
) {
  const own = ['add', 'update', ...actions.slice(0, BUTTONS)].map((verb) => idOf(resource, verb));
  const buttons = [...verbs.map(({ id }) => id), ...own];
  const dangerous = actions.filter((action) => resource.actions[action]?.danger);
  return {
    buttons,
    chips: Object.keys(resource.fields)
      .filter((field) => resource.fields[field]!.filter === 'in')
      .slice(0, CHIPS),
    more: list.map((command) => command.id).filter((id) => !buttons.includes(id)),
    danger: new Set([...dangerous, 'delete'].map((verb) => idOf(resource, verb))),
  };
}

function useColumns(resource: Resource, words: Words) {
  const area = useT(resource.area);
  // `area` changes with the language, which is what the headers depend on.
  return useMemo(
    () =>
      columnsOf(resource, (field) =>
        area(`${resource.id}.fields.${field}`, { defaultValue: words.field(field) }),
      ),
    [resource, words, area],
  );
}

interface ResourceViewProps extends ViewProps {
  resource: string;
  /** Chips that stand there always; else the first fields chosen from a list. */
  chips?: readonly string[];
  peek?: ComponentType<PeekProps>;
  /** Verbs that are no actions on rows; they stand first. */
  verbs?: (current: () => Row | undefined) => readonly Omit<Command, 'scope'>[];
  /** Stands beside the list before anything else does. */
  beside?: ReactNode;
}

/** The view of any resource, from its definition alone. */
export function ResourceView(props: ResourceViewProps) {
  const { tabId, visible } = props;
  const [resource] = useState(() => resourceOf(props.resource));
  const [words] = useState(() => wordsOf(resource));
  const area = useT(resource.area);
  const panel = usePanel(resource, props, FIRST[props.resource]);
  const { model, handle, box, focusGrid } = panel;
  const [open, setOpen] = useState<Open | undefined>();
  const [secret, setSecret] = useState<Secret | undefined>();
  const jobs = useJobs();
  const actions = useActions({ model, words, onJob: jobs.follow, onClose: focusGrid, onSecret: setSecret });
  const exportRows = useExport(model, words, jobs, handle);
  const { publish } = useLink(tabId);
  const linked = useFollowed(tabId, panel, !FOLLOWING.has(resource.id) || Object.keys(props.args).length > 0);
  const columns = useColumns(resource, words);
  const stand = useCurrent(panel, (row) => publish(contextOf(resource, row)));
  const close = () => {
    setOpen(undefined);
    setSecret(undefined);
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
  const verbs = props.verbs?.(() => panel.current) ?? NO_VERBS;
  useGridCommands({
    tabId,
    model,
    handle,
    box,
    peek: () => panel.setPeek(!panel.peek),
    back() {
      if (!actions.pending && !open && !secret && !panel.peek) return false;
      if (actions.pending) actions.dismiss();
      else if (open || secret) close();
      else panel.setPeek(false);
      return true;
    },
    more: [...verbs, ...commandList],
  });
  const name = nameOf(model);
  const tools = toolsOf(resource, actions.names, commandList, verbs);
  const hint = area(`${resource.id}.anyId`, { defaultValue: resource.anyId.map(words.field).join(' / ') });
  return (
    <div className="view">
      <div className="view-bar">
        <LinkedTo tabId={tabId} panel={panel} linked={linked} />
        <FilterBar
          resource={resource}
          filters={panel.state.filters}
          quiet={linked.context !== null}
          onChange={(next) => model.setFilters(next)}
          always={props.chips ?? tools.chips}
          label={words.field}
          hint={hint}
          box={box}
        />
        <Toolbar
          tabId={tabId}
          buttons={tools.buttons}
          primary={idOf(resource, 'add')}
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
            startAt={panel.start.at}
            handle={handle}
            onCurrent={stand}
            onOpen={() => panel.setPeek(true)}
          />
          <GridState model={model} label={words.field} />
        </div>
        {props.beside}
        {!props.beside && (
          <Aside
            panel={panel}
            actions={actions}
            words={words}
            name={name}
            open={open}
            secret={secret}
            onSecret={setSecret}
            close={close}
            peek={props.peek ?? RowPeek}
          />
        )}
      </div>
      {actions.outcome && (
        <Results
          outcome={actions.outcome}
          retry={(ids) => void actions.retry(ids)}
          show={(id) => model.selection.point(id)}
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
