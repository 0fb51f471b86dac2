import { type ComponentType, useCallback, useMemo, useState } from 'react';
import type { Row } from '../../contract/calls.ts';
import type { Resource } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import type { ViewProps } from '../kit/index.ts';
import type { Filters } from './filters/model.ts';
import { type Column, columnsOf } from './grid/columns.ts';
import { counted } from './grid/counted.ts';
import type { FormExtraProps } from './form/FormSheet.tsx';
import type { ViewSheet } from './PanelAside.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { phoneColumns } from './phone.ts';
import type { PeekProps } from './RowPeek.tsx';
import { idOf } from './actions/commandId.ts';
import { type ColumnPorts, type PanelCommand, useResourcePanel } from './useResourcePanel.ts';

const NO_VERBS: readonly PanelCommand[] = [];
const CHIPS = 4;
const BUTTONS = 3;

/** What is in the bar: the first verbs as buttons, the rest in the menu. */
function toolsOf(
  resource: Resource,
  actions: readonly string[],
  list: readonly string[],
  verbs: readonly string[],
) {
  // An action may be what adds a record.
  const own = new Set(['add', 'update', ...actions.slice(0, BUTTONS)].map((verb) => idOf(resource, verb)));
  const buttons = [...verbs, ...own];
  // What a person comes here for: to apply for something, or to add a record.
  const main = Object.keys(resource.actions).find((name) => {
    const { on, primary } = resource.actions[name]!;
    return on === 'new' && primary;
  });
  const dangerous = actions.filter((action) => resource.actions[action]?.danger);
  return {
    buttons,
    more: list.filter((id) => !buttons.includes(id)),
    danger: new Set([...dangerous, 'delete'].map((verb) => idOf(resource, verb))),
    primary: idOf(resource, main ?? 'add'),
  };
}

/** The bar is drawn again when a verb comes or goes, not whenever the panel is. */
export function useTools(
  resource: Resource,
  actions: readonly string[],
  list: readonly PanelCommand[],
  verbs: readonly PanelCommand[],
) {
  const [named, listed, first] = [actions, list.map(({ id }) => id), verbs.map(({ id }) => id)].map((ids) =>
    ids.join(' '),
  ) as [string, string, string];
  return useMemo(() => {
    const split = (ids: string) => ids.split(' ').filter(Boolean);
    return toolsOf(resource, split(named), split(listed), split(first));
  }, [resource, named, listed, first]);
}

export const chipsOf = ({ fields }: Resource): string[] =>
  Object.keys(fields)
    .filter((field) => fields[field]!.filter === 'in')
    .slice(0, CHIPS);

type Columns = (columns: readonly Column[]) => Column[];

interface ResourceViewProps extends ViewProps {
  resource: string;
  /** Chips that are always in the bar; else the first fields chosen from a list. */
  chips?: readonly string[];
  peek?: ComponentType<PeekProps>;
  /** Verbs that are no actions on rows; they come first. */
  verbs?: (
    current: () => Row | undefined,
    chosen: () => readonly Row[],
    /** How many rows a verb means, those not loaded among them. */
    meant: () => number,
  ) => readonly PanelCommand[];
  /** Has its own way with the columns of a narrow list. */
  phone?: Columns;
  /** Has its own way with the columns where there is room. */
  wide?: Columns;
  /** Sums in the foot, by what is filtered; else the first two. */
  sums?: (filters: Filters) => readonly string[];
  /** What holds for every row of the list. */
  note?: string | undefined;
  /** It shows what its colour is on, unless it was opened for something of its own. */
  follows?: boolean;
  /** What is below the fields of the form. */
  form?: ComponentType<FormExtraProps>;
  /** A sheet of the view's own. */
  sheet?: ViewSheet | undefined;
}

/** The view of any resource, from its definition alone. */
export function ResourceView(props: ResourceViewProps) {
  const { phone, wide, peek: Peek } = props;
  const [resource] = useState(() => resourceOf(props.resource));
  const columns = useCallback(
    ({ label, narrow }: ColumnPorts) => {
      const all = columnsOf(resource, label);
      if (!narrow) return wide ? wide(counted(resource, all)) : counted(resource, all);
      const led = phoneColumns(resource, all);
      return counted(resource, phone ? phone(led) : led);
    },
    [resource, phone, wide],
  );
  const follows = props.follows === true && Object.keys(props.args).length === 0;
  const panel = useResourcePanel(resource, props, { columns, follows });
  const { model, actions, commands } = panel;
  const verbs =
    props.verbs?.(
      () => panel.current,
      () => model.targets.rows(),
      () => model.targets.count(),
    ) ?? NO_VERBS;
  return (
    <PanelFrame
      panel={panel}
      commands={[...verbs, ...commands]}
      chips={props.chips ?? chipsOf(resource)}
      tools={useTools(resource, actions.names, commands, verbs)}
      sums={props.sums?.(panel.state.filters)}
      note={props.note}
      sheet={props.sheet}
      form={props.form}
      peek={
        Peek && (
          <Peek
            resource={model.resource}
            row={panel.current}
            words={panel.words}
            close={() => panel.setPeek(false)}
          />
        )
      }
    />
  );
}
