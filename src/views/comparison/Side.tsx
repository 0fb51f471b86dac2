import { useCallback, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { resourceOf } from '../../../contract/resources/index.ts';
import { useT, type ViewProps } from '../../kit/index.ts';
import { idOf } from '../../resource/actions/commandId.ts';
import { FilterBar } from '../../resource/filters/FilterBar.tsx';
import type { Filters } from '../../resource/filters/model.ts';
import { ColumnChooser } from '../../resource/grid/ColumnChooser.tsx';
import { type Column, columnsOf } from '../../resource/grid/columns.ts';
import { showColumns } from '../../resource/grid/columnState.ts';
import { PanelAside } from '../../resource/PanelAside.tsx';
import { PanelGrid } from '../../resource/PanelGrid.tsx';
import { type ColumnPorts, type ResourcePanel, useResourcePanel } from '../../resource/useResourcePanel.ts';
import { listTitle } from '../../resource/listTitle.ts';
import type { Alignment } from './alignment.ts';
import { columnsOfSide, type Pairing, type SideSetup } from './setup.ts';
import { SideKeys } from './SideKeys.tsx';
import { useInStep } from './useInStep.ts';

interface SideProps extends ViewProps {
  at: number;
  side: SideSetup;
  /** What its panel kept. */
  kept: unknown;
  keep: (at: number, panel: unknown) => void;
  alignment: Alignment;
  /** It has the keys. */
  isActive: boolean;
  activate: (at: number) => void;
  /** Where the peek and the sheets of the active side are drawn. */
  aside: HTMLElement | null;
}

/** The saved view that a side's columns are kept as: they are this panel's and not the person's. */
const VIEW = 'comparison';
const CHIPS = 2;

/** A side begins with the columns of its pairing. */
function begun({ kept, side, at }: SideProps, pairing: Pairing): unknown {
  if (kept) return kept;
  const resource = resourceOf(side.resource);
  return { filters: side.filters, view: VIEW, columns: columnsOfSide(resource, pairing, at) };
}

/** Another pairing brings its fields to the front. */
function usePairedColumns({ model, handle }: ResourcePanel, alignment: Alignment, at: number): void {
  useEffect(() => {
    let { pairing } = alignment.state();
    return alignment.subscribe(() => {
      const next = alignment.state().pairing;
      if (next === pairing) return;
      pairing = next;
      model.view.open(VIEW, columnsOfSide(model.resource, next, at));
      if (handle.current) showColumns(handle.current, model.resource, model.state().sort);
    });
  }, [model, handle, alignment, at]);
}

const chipsOf = (fields: ReturnType<typeof resourceOf>['fields']): string[] =>
  Object.keys(fields)
    .filter(
      (name) =>
        fields[name]!.filter === 'in' ||
        (fields[name]!.filter === 'range' && fields[name]!.kind === 'instant'),
    )
    .slice(0, CHIPS);

/** One of the lists: what it is filtered by, and its grid. */
export function Side(props: SideProps) {
  const { at, alignment, isActive, activate, aside, keep, tabId } = props;
  const [resource] = useState(() => resourceOf(props.side.resource));
  const [start] = useState(() => begun(props, alignment.state().pairing));
  const [source] = useState(() => alignment.source(at));
  const saveState = useCallback((panel: unknown) => keep(at, panel), [keep, at]);
  const columns = useCallback(({ label }: ColumnPorts): Column[] => columnsOf(resource, label), [resource]);
  const panelProps = useMemo(
    () => ({ tabId, args: {}, state: start, saveState, active: props.active, visible: props.visible }),
    [tabId, start, saveState, props.active, props.visible],
  );
  const panel = useResourcePanel(resource, panelProps, { columns, source });
  const { model, words, actions } = panel;
  useEffect(() => alignment.attach(at, model), [alignment, at, model]);
  useInStep(panel, alignment, at, activate);
  usePairedColumns(panel, alignment, at);
  const setFilters = useCallback((next: Filters) => model.setFilters(next), [model]);
  const chips = useMemo(() => chipsOf(resource.fields), [resource]);
  const tools = useMemo(
    () => ({
      buttons: actions.names.slice(0, 3).map((name) => idOf(resource, name)),
      more: actions.names.slice(3).map((name) => idOf(resource, name)),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [resource, actions.names.join()],
  );
  const t = useT('comparison');
  return (
    <>
      <div className="view-bar comparison-head">
        <b className="comparison-title">{listTitle(resource)}</b>
        <FilterBar
          resource={resource}
          filters={panel.state.filters}
          onChange={setFilters}
          always={chips}
          label={words.field}
          hint={resource.anyId.map(words.field).join(' / ')}
          box={panel.box}
          onEnter={panel.enterGrid}
        />
        <ColumnChooser model={model} handle={panel.handle} />
      </div>
      <PanelGrid
        panel={panel}
        tabId={tabId}
        words={words}
        title={t('side', { at: at + 1, title: listTitle(resource) })}
        columns={panel.columns}
        visible={props.visible}
        onCurrent={panel.onCurrent}
        tools={tools}
      />
      {isActive && <SideKeys panel={panel} alignment={alignment} at={at} />}
      {isActive && aside && createPortal(<PanelAside panel={panel} />, aside)}
    </>
  );
}
