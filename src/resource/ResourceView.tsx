import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import type { Row } from '../../contract/calls.ts';
import type { Resource } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import { type Command, FOLLOWING, type ViewProps, useLink, useT } from '../kit/index.ts';
import { Aside } from './Aside.tsx';
import { type Words, wordsOf } from './actions/texts.ts';
import { useActions } from './actions/useActions.ts';
import { useExport } from './actions/useExport.ts';
import { nameOf } from './actions/useFinish.ts';
import { useJobs } from './actions/useJobs.ts';
import { useResume } from './actions/useResume.ts';
import type { Filters } from './filters/model.ts';
import { type Column, columnsOf } from './grid/columns.ts';
import { counted } from './grid/counted.ts';
import { useCurrent } from './grid/useCurrent.ts';
import { useGridCommands } from './grid/useGridCommands.ts';
import { usePanel } from './grid/usePanel.ts';
import { contextOf } from './linkContext.ts';
import { useFollowed } from './link/useFollowed.ts';
import type { Open } from './OpenSheet.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { phoneColumns } from './phone.ts';
import { type PeekProps, RowPeek } from './RowPeek.tsx';
import type { Secret } from './SecretSheet.tsx';
import { useNarrow } from './ui/useNarrow.ts';
import { idOf, useResourceCommands } from './useResourceCommands.ts';

const NO_VERBS: readonly Omit<Command, 'scope'>[] = [];
const CHIPS = 4;
const BUTTONS = 3;
/** What a view starts with: buttons are most of the menu and rarely what is looked for, questions and items those that wait. */
const FIRST: Readonly<Record<string, Filters>> = {
  sysMenu: { type: [1, 2] },
  approval: { outcome: ['waiting'] },
  reviewItem: { status: ['open'] },
};

/** What stands in the bar: chips for what is chosen from a list, the first verbs as buttons, the rest in the menu. */
function toolsOf(
  resource: Resource,
  actions: readonly string[],
  list: readonly string[],
  verbs: readonly string[],
) {
  const own = ['add', 'update', ...actions.slice(0, BUTTONS)].map((verb) => idOf(resource, verb));
  const buttons = [...verbs, ...own];
  const dangerous = actions.filter((action) => resource.actions[action]?.danger);
  return {
    chips: Object.keys(resource.fields)
      .filter((field) => resource.fields[field]!.filter === 'in')
      .slice(0, CHIPS),
    bar: {
      buttons,
      more: list.filter((id) => !buttons.includes(id)),
      danger: new Set([...dangerous, 'delete'].map((verb) => idOf(resource, verb))),
      primary: idOf(resource, 'add'),
    },
  };
}

/** The bar is drawn anew when a verb comes or goes, not whenever the panel is. */
function useTools(
  resource: Resource,
  actions: readonly string[],
  list: readonly { id: string }[],
  verbs: readonly { id: string }[],
) {
  const [named, listed, first] = [actions, list.map(({ id }) => id), verbs.map(({ id }) => id)].map((ids) =>
    ids.join(' '),
  ) as [string, string, string];
  return useMemo(() => {
    const split = (ids: string) => ids.split(' ').filter(Boolean);
    return toolsOf(resource, split(named), split(listed), split(first));
  }, [resource, named, listed, first]);
}

type Columns = (columns: readonly Column[]) => Column[];

function useColumns(
  resource: Resource,
  words: Words,
  narrow: boolean,
  { phone, wide }: { phone?: Columns | undefined; wide?: Columns | undefined },
) {
  const area = useT(resource.area);
  // `area` changes with the language, which is what the headers depend on.
  return useMemo(() => {
    const columns = columnsOf(resource, (field) =>
      area(`${resource.id}.fields.${field}`, { defaultValue: words.field(field) }),
    );
    if (!narrow) return wide ? wide(counted(resource, columns)) : counted(resource, columns);
    const led = phoneColumns(resource, columns);
    return counted(resource, phone ? phone(led) : led);
  }, [resource, words, area, narrow, phone, wide]);
}

/** What a view's own verb opened beside the list. */
interface Beside {
  close: () => void;
  draw: (ports: BesidePorts) => ReactNode;
}

/** What may be done from beside the list with the list itself. */
export interface BesidePorts {
  /** The keyboard goes back to the list. */
  close: () => void;
  /** Reads the list anew. */
  refresh: () => void;
  /** Reads rows anew that the list has loaded. */
  reload: (ids: string[]) => void;
  /** A row as the list knows it. */
  rowOf: (id: string) => Row | undefined;
}

interface ResourceViewProps extends ViewProps {
  resource: string;
  /** Chips that stand there always; else the first fields chosen from a list. */
  chips?: readonly string[];
  peek?: ComponentType<PeekProps>;
  /** Verbs that are no actions on rows; they stand first. */
  verbs?: (
    current: () => Row | undefined,
    chosen: () => readonly Row[],
    /** How many rows a verb means, those not loaded among them. */
    meant: () => number,
  ) => readonly Omit<Command, 'scope'>[];
  /** Has its own way with the columns of a narrow list. */
  phone?: Columns;
  /** Has its own way with the columns where there is room. */
  wide?: Columns;
  /** Sums in the foot, by what is filtered; else the first two. */
  sums?: (filters: Filters) => readonly string[];
  /** What holds for every row of the list. */
  note?: string | undefined;
  /** Stands beside the list before anything else does. */
  beside?: Beside | undefined;
}

/** The view of any resource, from its definition alone. */
export function ResourceView(props: ResourceViewProps) {
  const { tabId, visible, beside } = props;
  const [resource] = useState(() => resourceOf(props.resource));
  const [words] = useState(() => wordsOf(resource));
  const area = useT(resource.area);
  const panel = usePanel(resource, props, FIRST[props.resource]);
  const { model, handle, focusGrid } = panel;
  const [open, setOpen] = useState<Open | undefined>();
  const [secret, setSecret] = useState<Secret | undefined>();
  const jobs = useJobs();
  const actions = useActions({ model, words, onJob: jobs.follow, onClose: focusGrid, onSecret: setSecret });
  const exportRows = useExport(model, words, jobs, handle);
  useResume(resource.id, jobs, actions, words);
  const { publish } = useLink(tabId);
  const free = !FOLLOWING.has(resource.id) || Object.keys(props.args).length > 0;
  const linked = useFollowed(tabId, panel, visible, free);
  const columns = useColumns(resource, words, useNarrow(panel.area), props);
  const stand = useCurrent(panel, (row, replaces) => publish(contextOf(resource, row), replaces));
  const close = () => {
    beside?.close();
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
    look: () => panel.setPeek(true),
  });
  const verbs =
    props.verbs?.(
      () => panel.current,
      () => model.targets.rows(),
      () => model.targets.count(),
    ) ?? NO_VERBS;
  useGridCommands({
    tabId,
    panel,
    busy: actions.busy,
    peek: () => panel.setPeek(!panel.peek),
    back() {
      if (!beside && !actions.pending && !open && !secret && !panel.peek) return false;
      // What a refusal took the keyboard from closes all the same.
      if (beside) close();
      else if (actions.pending) actions.dismiss();
      else if (open || secret) close();
      else panel.setPeek(false);
      return true;
    },
    more: [...verbs, ...commandList],
  });
  const tools = useTools(resource, actions.names, commandList, verbs);
  const hint = area(`${resource.id}.anyId`, { defaultValue: resource.anyId.map(words.field).join(' / ') });
  return (
    <PanelFrame
      tabId={tabId}
      visible={visible}
      panel={panel}
      words={words}
      columns={columns}
      onCurrent={stand}
      linked={linked}
      chips={props.chips ?? tools.chips}
      hint={hint}
      tools={tools.bar}
      jobs={jobs}
      actions={actions}
      label={words.field}
      sums={props.sums?.(model.state().filters) ?? resource.totals.slice(0, 2)}
      note={props.note}
      foot={resource.totals.length === 0 ? <span className="grow" /> : undefined}
    >
      {beside?.draw({
        close,
        refresh: () => model.refresh(),
        reload: (ids) => void model.reload(ids).catch(() => undefined),
        rowOf: (id) => model.blocks.get(id),
      }) ?? (
        <Aside
          panel={panel}
          actions={actions}
          words={words}
          name={nameOf(model)}
          open={open}
          secret={secret}
          onSecret={setSecret}
          close={close}
          peek={props.peek ?? RowPeek}
        />
      )}
    </PanelFrame>
  );
}
