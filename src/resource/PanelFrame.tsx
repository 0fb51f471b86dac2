import {
  type ComponentProps,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { part, usePartReady, useT } from '../kit/index.ts';
import { closeLast } from './closeLast.ts';
import { type AsideConfig, PanelAside } from './PanelAside.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import type { Filters } from './filters/model.ts';
import { ColumnChooser } from './grid/ColumnChooser.tsx';
import { Footer } from './grid/Footer.tsx';
import { FormatRules } from './grid/FormatRules.tsx';
import type { ResourceGrid } from './grid/ResourceGrid.tsx';
import { useGridCommands } from './grid/useGridCommands.ts';
import { GroupChooser } from './groups/GroupChooser.tsx';
import { LinkedTo } from './link/LinkedTo.tsx';
import { PanelGrid } from './PanelGrid.tsx';
import { SaveView } from './savedViews/SaveView.tsx';
import { ViewStrip } from './savedViews/ViewStrip.tsx';
import { type SavedViews, useSavedViews } from './savedViews/useSavedViews.ts';
import { Toolbar } from './ui/Toolbar.tsx';
import { useRoving } from './ui/useRoving.ts';
import { useDrawnFilters } from './filters/useDrawnFilters.ts';
import type { PanelCommand, ResourcePanel } from './useResourcePanel.ts';

const GroupPane = part(async () => ({ default: (await import('./groups/GroupPane.tsx')).GroupPane }));
const Results = part(async () => ({ default: (await import('./actions/Results.tsx')).Results }));
const JobStrip = part(async () => ({ default: (await import('./actions/JobStrip.tsx')).JobStrip }));

interface PanelFrameProps extends AsideConfig {
  panel: ResourcePanel;
  /** All verbs of the panel, in their order; else those of the definition. */
  commands?: readonly PanelCommand[];
  /** Filters that are always in the bar. */
  chips: readonly string[];
  tools: Omit<ComponentProps<typeof Toolbar>, 'tabId'>;
  rowClasses?: ComponentProps<typeof ResourceGrid>['rowClasses'];
  /** Brings a row of the results into sight. */
  show?: (id: string) => void;
  /** Sums of the foot; else the first two. */
  sums?: readonly string[] | undefined;
  /** Takes the place of the sums. */
  foot?: ReactNode;
  /** What holds for every row, shown above the sums. */
  note?: string | undefined;
}

/** Keys and verbs of the panel; Esc closes what was opened last. */
function usePanelCommands({ panel, commands, sheet, side }: PanelFrameProps): void {
  const { tabId, actions } = panel;
  useGridCommands({
    tabId,
    panel,
    busy: actions.busy,
    peek: () => (side ? side.setOpen(!side.open) : panel.setPeek(!panel.peek)),
    open: () => (side ? side.setOpen(true) : panel.setPeek(true)),
    back() {
      if (!sheet) return closeLast(panel, !side);
      // What a refusal took the keyboard from closes all the same.
      sheet.close();
      panel.close();
      return true;
    },
    more: commands ?? panel.commands,
  });
}

/** Formats, saved views and columns: one stop for Tab. */
function ListOptions({ panel, views }: { panel: ResourcePanel; views: SavedViews }) {
  const t = useT('grid');
  const line = useRef<HTMLDivElement>(null);
  useRoving(line);
  return (
    <div ref={line} className="view-options" role="toolbar" aria-label={t('options')}>
      <GroupChooser model={panel.model} label={panel.words.field} />
      <FormatRules model={panel.model} label={panel.words.field} />
      <SaveView all={views} />
      <ColumnChooser model={panel.model} handle={panel.handle} />
    </div>
  );
}

/** The list between its groups and what is next to it. */
function PanelBody(props: PanelFrameProps) {
  const { panel, tools, side, rowClasses } = props;
  const { tabId, visible, model, words, linked } = panel;
  const isGrouped = useSyncExternalStore(model.view.subscribe, model.view.by).length > 0;
  return (
    <div className="view-body">
      {isGrouped && (
        <Suspense>
          <GroupPane model={model} visible={visible} label={words.field} short={panel.short} />
        </Suspense>
      )}
      <PanelGrid
        panel={panel}
        linked={linked}
        words={words}
        columns={panel.columns}
        visible={visible}
        rowClasses={rowClasses}
        onCurrent={panel.onCurrent}
        tabId={tabId}
        tools={tools}
        {...(side && { onOpen: () => side.setOpen(true) })}
      />
      <PanelAside {...props} />
    </div>
  );
}

/** A panel from its filters down to its totals; screens differ in columns, tools and what is beside the list. */
export function PanelFrame(props: PanelFrameProps) {
  const { panel, chips, tools, show, foot, note } = props;
  const { tabId, visible, model, words, linked, actions, jobs } = panel;
  const { resource } = model;
  const area = useT(resource.area);
  const bar = useDrawnFilters(resource, words.field);
  const { dated } = bar;
  const setFilters = useCallback((next: Filters) => model.setFilters(dated(next)), [model, dated]);
  usePanelCommands(props);
  const savedViews = useSavedViews(panel, panel.home);
  const isResultsReady = usePartReady(Results);
  const { outcome } = actions;
  useEffect(() => model.refusals.set(outcome?.result.refused ?? []), [model, outcome]);
  const hint = area(`${resource.id}.anyId`, { defaultValue: resource.anyId.map(words.field).join(' / ') });
  return (
    <div className="view">
      <ViewStrip all={savedViews} fresh={panel.fresh} />
      <div className="view-bar">
        <LinkedTo tabId={tabId} panel={panel} linked={linked} />
        <FilterBar
          resource={bar.resource}
          filters={panel.state.filters}
          quiet={Boolean(linked.context)}
          onChange={setFilters}
          always={chips}
          label={bar.label}
          hint={hint}
          box={panel.box}
          onEnter={panel.enterGrid}
        />
        <Toolbar tabId={tabId} {...tools} />
        <ListOptions panel={panel} views={savedViews} />
      </div>
      <PanelBody {...props} />
      {isResultsReady && actions.outcome && (
        <Results
          outcome={actions.outcome}
          retry={(ids) => void actions.retry(ids)}
          show={show ?? ((id) => model.selection.point(id))}
          close={actions.forget}
        />
      )}
      {jobs.list.length > 0 && (
        <Suspense>
          <JobStrip jobs={jobs} />
        </Suspense>
      )}
      {note && <p className="view-note pd-muted">{note}</p>}
      <Footer
        model={model}
        visible={visible}
        label={panel.short}
        sums={props.sums ?? resource.totals.slice(0, 2)}
      >
        {foot ?? (resource.totals.length === 0 ? <span className="grow" /> : undefined)}
      </Footer>
    </div>
  );
}
