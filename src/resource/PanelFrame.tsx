import { type ComponentProps, type ReactNode, useCallback } from 'react';
import type { ViewProps } from '../kit/index.ts';
import { JobStrip } from './actions/JobStrip.tsx';
import { Results } from './actions/Results.tsx';
import type { Words } from './actions/texts.ts';
import type { Actions } from './actions/useActions.ts';
import type { Jobs } from './actions/useJobs.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import type { Filters } from './filters/model.ts';
import { ColumnChooser } from './grid/ColumnChooser.tsx';
import { Footer } from './grid/Footer.tsx';
import { GridState } from './grid/GridState.tsx';
import { ResourceGrid } from './grid/ResourceGrid.tsx';
import type { GridPanel } from './grid/usePanel.ts';
import { LinkedTo } from './link/LinkedTo.tsx';
import type { Followed } from './link/useFollowed.ts';
import { Toolbar } from './ui/Toolbar.tsx';

type Grid = ComponentProps<typeof ResourceGrid>;

interface PanelGridProps extends Pick<ViewProps, 'visible'> {
  panel: GridPanel;
  /** Of a panel that can follow a colour. */
  linked?: Followed;
  words: Words;
  /** Accessible name of the grid; else the resource's. */
  title?: string;
  columns: Grid['columns'];
  rowClasses?: Grid['rowClasses'];
  onCurrent: NonNullable<Grid['onCurrent']>;
  /** Opens what stands beside the grid; else the peek. */
  onOpen?: () => void;
}

/** A panel's grid with what lies over it: loading, nothing found, refused. */
export function PanelGrid({
  panel,
  linked,
  words,
  title,
  columns,
  visible,
  rowClasses,
  onCurrent,
  onOpen,
}: PanelGridProps) {
  const { model } = panel;
  return (
    <div className="view-grid" ref={panel.area}>
      <ResourceGrid
        model={model}
        columns={columns}
        title={title ?? words.title()}
        visible={visible}
        {...(rowClasses && { rowClasses })}
        startAt={panel.start.at}
        handle={panel.handle}
        onCurrent={onCurrent}
        onOpen={onOpen ?? (() => panel.setPeek(true))}
      />
      <GridState
        model={model}
        label={words.field}
        linked={linked?.context ?? null}
        title={words.title()}
        onCleared={() => panel.enterGrid(false)}
      />
    </div>
  );
}

interface PanelFrameProps extends PanelGridProps, Pick<ViewProps, 'tabId'> {
  chips: readonly string[];
  /** What the any-id box looks for. */
  hint: string;
  tools: Omit<ComponentProps<typeof Toolbar>, 'tabId'>;
  jobs: Jobs;
  /** Of a panel with commands on rows: their results stand under the grid. */
  actions?: Actions;
  /** Brings a row of the results into sight. */
  show?: (id: string) => void;
  /** Words of the sums, often shorter than the fields'. */
  label: (field: string) => string;
  sums?: readonly string[];
  /** Stands where the sums would. */
  foot?: ReactNode;
  /** What holds for every row, said above the sums. */
  note?: string | undefined;
  /** What stands beside the grid: peek, form or sheet. */
  children: ReactNode;
}

/** A grid panel from its filters down to its totals; screens differ in columns, tools and what stands beside. */
export function PanelFrame({
  tabId,
  chips,
  hint,
  tools,
  jobs,
  actions,
  show,
  label,
  sums,
  foot,
  note,
  children,
  ...grid
}: PanelFrameProps) {
  const { panel, words, visible, linked } = grid;
  const { model } = panel;
  const setFilters = useCallback((next: Filters) => model.setFilters(next), [model]);
  return (
    <div className="view">
      <div className="view-bar">
        {linked && <LinkedTo tabId={tabId} panel={panel} linked={linked} />}
        <FilterBar
          resource={model.resource}
          filters={panel.state.filters}
          quiet={Boolean(linked?.context)}
          onChange={setFilters}
          always={chips}
          label={words.field}
          hint={hint}
          box={panel.box}
          onEnter={panel.enterGrid}
        />
        <Toolbar tabId={tabId} {...tools} />
        <ColumnChooser model={model} handle={panel.handle} />
      </div>
      <div className="view-body">
        <PanelGrid {...grid} />
        {children}
      </div>
      {actions?.outcome && (
        <Results
          outcome={actions.outcome}
          retry={(ids) => void actions.retry(ids)}
          show={show ?? ((id) => model.selection.point(id))}
          close={actions.forget}
        />
      )}
      <JobStrip jobs={jobs} />
      {note && <p className="view-note pd-muted">{note}</p>}
      <Footer model={model} visible={visible} label={label} {...(sums && { sums })}>
        {foot}
      </Footer>
    </div>
  );
}
