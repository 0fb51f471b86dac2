import { useAtomValue } from 'jotai';
import { useCallback, useMemo, useState } from 'react';
import type { Row } from '../../contract/calls.ts';
import type { Resource } from '../../contract/resource.ts';
import { type Command, type LinkContext, type ViewProps, useLink, useT } from '../kit/index.ts';
import { dictsAtom } from '../kit/data/dict.ts';
import { type Words, wordsOf } from './actions/texts.ts';
import { type Actions, useActions } from './actions/useActions.ts';
import { type Jobs, useJobs } from './actions/useJobs.ts';
import { useResume } from './actions/useResume.ts';
import { defaultFilters } from './filters/model.ts';
import type { Column } from './grid/columns.ts';
import { useCurrent } from './grid/useCurrent.ts';
import { useOpenModel } from './grid/openModels.ts';
import type { RowSource } from './grid/rowSource.ts';
import { type GridPanel, usePanel } from './grid/usePanel.ts';
import { contextOf } from './linkContext.ts';
import { type Followed, useFollowed } from './link/useFollowed.ts';
import type { Open } from './OpenSheet.tsx';
import type { ViewShape } from './savedViews/shape.ts';
import { isFresh } from './savedViews/ViewStrip.tsx';
import type { Secret } from './SecretSheet.tsx';
import { useNarrow } from './ui/useNarrow.ts';
import { useResourceCommands } from './useResourceCommands.ts';

export type PanelCommand = Omit<Command, 'scope'>;

/** What columns are made of: the names of the fields, short ones where a screen has them, and whether room is scarce. */
export interface ColumnPorts {
  label: (field: string) => string;
  short: (field: string) => string;
  narrow: boolean;
}

export interface PanelOptions {
  /** Columns of the list; the same function at every call, or the grid begins again. */
  columns: (ports: ColumnPorts) => Column[];
  /** The panel shows what its colour is on. */
  follows?: boolean;
  /** What the focused row tells the panels of its colour. */
  context?: (row: Row) => Omit<LinkContext, 'source'>;
  /** Where its rows come from, if not from the list of its resource. */
  source?: RowSource;
}

/** A grid with everything around it: what a screen draws with `PanelFrame`. */
export interface ResourcePanel extends GridPanel {
  tabId: string;
  visible: boolean;
  words: Words;
  short: (field: string) => string;
  columns: Column[];
  linked: Followed;
  jobs: Jobs;
  actions: Actions;
  /** Verbs that follow from the definition and the caller's permission codes. */
  commands: readonly PanelCommand[];
  /** For the grid: a row has the focus. */
  onCurrent: (row: Row) => void;
  /** The form or the question before rows are deleted. */
  open: Open | undefined;
  secret: Secret | undefined;
  setSecret: (secret: Secret) => void;
  /** What the list shows by no view. */
  home: ViewShape;
  /** It was opened for nothing and has nothing kept. */
  fresh: boolean;
  /** Closes either, and gives the keyboard back to the grid. */
  close: () => void;
}

/** Made again with the language, as which `short` changes, and with the dictionaries: what cells say depends on both. */
function useColumns(
  columnsFor: PanelOptions['columns'],
  words: Words,
  short: ColumnPorts['short'],
  narrow: boolean,
): Column[] {
  const dicts = useAtomValue(dictsAtom);
  return useMemo(
    () => columnsFor({ label: words.field, short, narrow }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [columnsFor, words, short, narrow, dicts],
  );
}

/**
 * The panel of a resource: grid, filters, selection, commands, sheets, jobs and those that still run after a reload,
 * links, peek and totals. A screen configures it and has none of these by itself.
 */
export function useResourcePanel(
  resource: Resource,
  props: ViewProps,
  { columns: columnsFor, context, follows = false, source }: PanelOptions,
): ResourcePanel {
  const { tabId, visible } = props;
  const [words] = useState(() => wordsOf(resource));
  const [first] = useState(() => defaultFilters(resource));
  const area = useT(resource.area);
  const short = useCallback(
    (field: string) => area(`${resource.id}.short.${field}`, { defaultValue: words.field(field) }),
    [area, resource, words],
  );
  const panel = usePanel(resource, props, first, source);
  const [home] = useState(
    (): ViewShape => ({ filters: first, sort: resource.sort, columns: null, formats: [], by: [] }),
  );
  const [fresh] = useState(() => isFresh(props));
  const { model, focusGrid, setPeek } = panel;
  useOpenModel(tabId, model);
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<Secret>();
  const jobs = useJobs();
  const actions = useActions({ model, words, onJob: jobs.follow, onClose: focusGrid, onSecret: setSecret });
  useResume(resource.id, jobs, actions, words);
  const { publish } = useLink(tabId);
  const linked = useFollowed(tabId, panel, visible, !follows);
  const narrow = useNarrow(panel.area);
  const columns = useColumns(columnsFor, words, short, narrow);
  const onCurrent = useCurrent(panel, (row, replaces) =>
    publish(context ? context(row) : contextOf(resource, row), replaces),
  );
  const commands = useResourceCommands({
    resource,
    model,
    actions,
    words,
    exportRows: () => setOpen({ kind: 'export' }),
    edit: (row) => setOpen({ kind: 'form', row }),
    remove: (rows) => setOpen({ kind: 'delete', rows }),
    print: (row) => setOpen({ kind: 'print', row }),
    look: () => setPeek(true),
  });
  const close = (): void => {
    setOpen(undefined);
    setSecret(undefined);
    focusGrid();
  };
  return {
    ...panel,
    tabId,
    visible,
    words,
    short,
    columns,
    linked,
    jobs,
    actions,
    commands,
    onCurrent,
    open,
    secret,
    setSecret,
    home,
    fresh,
    close,
  };
}
