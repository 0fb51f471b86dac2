import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { type ViewProps, commands, events, useT } from '../../kit/index.ts';
import { idOf } from '../actions/commandId.ts';
import type { FormExtraProps } from '../form/FormSheet.tsx';
import { type Column, cellText, columnsOf } from '../grid/columns.ts';
import { counted } from '../grid/counted.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import { phoneColumns } from '../phone.ts';
import { chipsOf, useTools } from '../ResourceView.tsx';
import { type ColumnPorts, type PanelCommand, useResourcePanel } from '../useResourcePanel.ts';
import { type TreeCellParams, treeColumn } from './TreeCell.ts';
import { TreeSource } from './treeSource.ts';
import { useMoveBody, useMoves } from './useMoves.tsx';
import './tree.css';

interface TreeViewProps extends ViewProps {
  resource: Resource;
  /** The field that names the row above. */
  parent: string;
  /** Levels that are open to begin with. */
  open: number;
  /** Columns of the tree, the leading one among them by its name alone. */
  columns?: (columns: readonly Column[]) => Column[];
  icon?: TreeCellParams['icon'];
  /** Why nothing can be added below a row; undefined where it can. */
  takesNone?: (row: Row) => string | undefined;
}

const NO_VERBS: readonly PanelCommand[] = [];

const turnedOf = (state: unknown): string[] => {
  const { turned } = (state ?? {}) as { turned?: unknown };
  return Array.isArray(turned) ? turned.filter((id) => typeof id === 'string') : [];
};

/** The source of the rows, with what is kept of it next to what the panel keeps. */
function useTree({ resource, parent, open, state, saveState }: TreeViewProps) {
  const [tree] = useState(() => new TreeSource(resource, { parent, open, turned: turnedOf(state) }));
  const kept = useRef<{ panel: unknown; turned: readonly string[] }>({
    panel: state,
    turned: turnedOf(state),
  });
  const save = useCallback(
    (change: Partial<typeof kept.current>) => {
      kept.current = { ...kept.current, ...change };
      const { panel, turned } = kept.current;
      saveState({ ...(panel as object), turned });
    },
    [saveState],
  );
  useEffect(() => {
    tree.onTurned = (turned) => save({ turned });
  }, [tree, save]);
  const savePanel = useCallback((panel: unknown) => save({ panel }), [save]);
  return { tree, savePanel };
}

/** Others move rows too: the tree is read again once, a moment after the last of several changes. */
function useFollowed(tree: TreeSource, resource: Resource, visible: boolean): void {
  useEffect(() => {
    if (!visible) return;
    const reread = (): void => tree.reread();
    const undos = [events.subscribe(resource.id, reread), events.onResync(reread)];
    return () => {
      for (const undo of undos) undo();
    };
  }, [tree, resource, visible]);
}

interface BelowProps extends FormExtraProps {
  parent: string;
  /** The id of the row above a new one, where it was asked for at one; once. */
  take: () => string | undefined;
}

/** Fills in what a new row lies below. */
function Below({ form, row, parent, take }: BelowProps) {
  useEffect(() => {
    const id = take();
    if (row || id === undefined) return;
    // After the form has filled itself; and no draft is made of what nobody typed.
    setTimeout(() => form.setFieldsValue({ [parent]: id }));
    // Once, as the form opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}

/** A new row lies below the one that it was asked for at. */
function useAddBelow({ resource, parent, tabId, takesNone }: TreeViewProps, current: () => Row | undefined) {
  const t = useT('grid');
  const below = useRef<string>(undefined);
  const form = useCallback(
    (given: FormExtraProps) => (
      <Below
        {...given}
        parent={parent}
        take={() => {
          const id = below.current;
          below.current = undefined;
          return id;
        }}
      />
    ),
    [parent],
  );
  const add = (): ReturnType<typeof commands.find> => commands.find(idOf(resource, 'add'), tabId);
  const verb: PanelCommand = {
    id: idOf(resource, 'addBelow'),
    label: () => t('tree.addBelow'),
    icon: 'plus',
    keys: ['shift+enter'],
    when() {
      const row = current();
      if (!row) return t('select.some');
      return takesNone?.(row) ?? true;
    },
    run() {
      below.current = current()?.id;
      const command = add();
      if (command) commands.fire(command);
    },
  };
  return { form, verb };
}

/** Opens and closes all of it. */
function useFolding(tree: TreeSource): readonly PanelCommand[] {
  const t = useT('grid');
  return [
    {
      id: 'tree.open',
      label: () => t('tree.open'),
      icon: 'down',
      keys: ['+'],
      rowless: true,
      run: () => tree.toggleAll(true),
    },
    {
      id: 'tree.close',
      label: () => t('tree.close'),
      icon: 'right',
      keys: ['-'],
      rowless: true,
      run: () => tree.toggleAll(false),
    },
  ];
}

/** The list of a resource whose rows lie below each other, from its definition. */
export function TreeView(props: TreeViewProps) {
  const { resource, parent, columns: own, icon } = props;
  const { tree, savePanel } = useTree(props);
  const columns = useCallback(
    ({ label, narrow }: ColumnPorts) => {
      const field = resource.fields[resource.label]!;
      const text = (row: Row): string => cellText(resource.label, field, row, true);
      const lead = (column: Column): Column =>
        column.colId === resource.label ? treeColumn(column, { text, ...(icon && { icon }) }) : column;
      // The tree itself says what a row lies below.
      const all = counted(resource, columnsOf(resource, label))
        .filter(({ colId }) => colId !== parent)
        .map(lead);
      if (narrow) return phoneColumns(resource, all);
      return own ? own(all) : all;
    },
    [resource, parent, own, icon],
  );
  const panel = useResourcePanel(resource, { ...props, saveState: savePanel }, { columns, source: tree });
  useFollowed(tree, resource, props.visible);
  const { form, verb } = useAddBelow(props, () => panel.current);
  const mayAdd = panel.commands.some(({ id }) => id === idOf(resource, 'add'));
  const folding = useFolding(tree);
  const moves = useMoves({ panel, tree });
  const body = useMoveBody({ panel, tree });
  const all = [...panel.commands, ...(mayAdd ? [verb] : []), ...moves, ...folding];
  const tools = useTools(resource, panel.actions.names, all, NO_VERBS);
  return (
    <PanelFrame
      panel={panel}
      commands={all}
      chips={[resource.label, ...chipsOf(resource).filter((field) => field !== parent)]}
      tools={useMemo(
        () => ({
          ...tools,
          buttons: [tools.buttons[0]!, verb.id, ...tools.buttons.slice(1)],
          more: tools.more.filter((id) => id !== verb.id),
        }),
        // oxlint-disable-next-line react-hooks/exhaustive-deps
        [tools, verb.id],
      )}
      form={form}
      body={body}
    />
  );
}
