import { getDefaultStore } from 'jotai';
import { useEffect } from 'react';
import { type Command, commands, connectionAtom, openView, translate, useCommands } from '../../kit/index.ts';
import { bringIntoSight } from './bringIntoSight.ts';
import { cellCommands } from './cellCommands.ts';
import { chosenSpan } from './chosenSpan.ts';
import { resetColumns } from './columnState.ts';
import { copyCells } from './copyCells.ts';
import { describeTargets } from './describeRow.ts';
import type { GridModel } from './model.ts';
import { toggleChosenCells } from './range.ts';
import type { GridPanel } from './usePanel.ts';

type GridCommand = Omit<Command, 'scope'>;

interface Ports {
  tabId: string;
  panel: GridPanel;
  /** The command under way, if any. */
  busy?: string | undefined;
  peek: () => void;
  /** Opens the peek, or what is next to the grid in its place. */
  open: () => void;
  /** Esc: closes what is open beside the grid; false when nothing was. */
  back: () => boolean;
  /** Commands of the resource, which come first. */
  more: readonly GridCommand[];
}

/** What the answers of a grid's verbs are made of, apart from who asks. */
const basisOf = (model: GridModel): readonly unknown[] => {
  const { frozen, staleSince } = model.state();
  return [frozen, staleSince, ...model.targets.rows()];
};

/** Buttons and the status bar say why a verb cannot run, so they follow the choice and its rows. */
function useAnswers(tabId: string, { model, current }: GridPanel, busy: string | undefined): void {
  useEffect(() => {
    let frame = 0;
    let basis = basisOf(model);
    // Once a frame is enough.
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => commands.refresh(tabId));
    };
    const undos = [
      model.selection.subscribe(soon),
      model.subscribe(() => {
        const next = basisOf(model);
        const same = next.length === basis.length && next.every((item, at) => item === basis[at]);
        basis = next;
        if (!same) soon();
      }),
    ];
    return () => {
      cancelAnimationFrame(frame);
      for (const undo of undos) undo();
    };
  }, [tabId, model]);
  useEffect(() => commands.refresh(tabId), [tabId, current, busy]);
}

/** The keyboard is in the bar above the list. */
const inBar = ({ current: area }: GridPanel['area']): boolean =>
  area?.ownerDocument.activeElement?.closest('.view-bar')?.parentElement?.contains(area) === true;

/** Enter is the list's own in its rows; in its header it sorts. */
const openCommand = ({ area }: GridPanel, open: () => void): GridCommand => ({
  id: 'grid.open',
  label: () => translate('grid:keys.open'),
  icon: 'eye',
  keys: ['enter'],
  guard: 0,
  when: () => !area.current?.ownerDocument.activeElement?.closest('.ag-header'),
  run: open,
});

const filterCommand = (box: GridPanel['box']): GridCommand => ({
  id: 'grid.filter',
  label: () => translate('grid:keys.filter'),
  icon: 'filter',
  keys: ['/'],
  shown: true,
  run: () => box.current?.focus(),
  guard: 0,
});

/** What chooses and copies rows. */
function choiceCommands(panel: GridPanel, sight: GridCommand['sight']): GridCommand[] {
  const { model } = panel;
  return [
    {
      id: 'grid.toggle',
      label: () => translate('grid:keys.toggle'),
      icon: 'check',
      keys: ['x'],
      guard: 0,
      ...(sight && { sight }),
      run: () => {
        if (toggleChosenCells(model)) return;
        const id = model.targets.focusedId();
        if (id !== undefined) model.selection.toggle(id);
      },
    },
    // All that match the filter are more than a part of the list shows.
    ...(!model.isWhole
      ? []
      : [
          {
            id: 'grid.all',
            label: () => translate('grid:keys.all'),
            icon: 'check',
            keys: ['mod+a'],
            run: () => model.selection.all(),
            guard: 0,
          },
        ]),
    {
      id: 'grid.copy',
      label: () => translate(chosenSpan(model) ? 'grid:keys.copyCells' : 'grid:keys.copy'),
      icon: 'copy',
      keys: ['mod+c'],
      run: () => copyCells(panel),
      guard: 0,
    },
    {
      id: 'grid.copyHeaders',
      label: () => translate('grid:keys.copyHeaders'),
      icon: 'copy',
      keys: ['mod+shift+c'],
      run: () => copyCells(panel, true),
      guard: 0,
    },
  ];
}

/** What reads the list again or keeps it from being read, and what puts another list next to it. */
const readCommands = (model: GridModel): GridCommand[] => [
  ...(model.isWhole
    ? [
        {
          id: 'grid.compare',
          label: () => translate('grid:keys.compare'),
          icon: 'columns',
          run: () =>
            openView('comparison', {
              sides: [{ resource: model.resource.id, filters: model.state().filters }],
            }),
        },
      ]
    : []),
  {
    id: 'grid.refresh',
    label: () => translate('grid:keys.refresh'),
    icon: 'refresh',
    keys: ['r'],
    // Without a line the list would go, and nothing would come in its place.
    when: () => getDefaultStore().get(connectionAtom) !== 'offline' || translate('grid:keys.refreshLater'),
    run: () => model.refresh(),
  },
  {
    id: 'grid.freeze',
    label: () => translate(model.state().frozen ? 'grid:keys.thaw' : 'grid:keys.freeze'),
    icon: 'pause',
    keys: ['f'],
    run: () => model.setFrozen(!model.state().frozen),
  },
];

/** What every grid answers to; a panel adds its own verbs before these. */
export function useGridCommands({ tabId, panel, busy, peek, open, back, more }: Ports): void {
  const { model, handle, box } = panel;
  const onRow = {
    // Another focused row is another target. What is ticked says nothing of it: a command spends it by itself.
    about: () => model.selection.cursor(),
    sight: (isInPanel: boolean) => bringIntoSight(panel, isInPanel),
    subject: () => describeTargets(model),
  };
  useCommands(tabId, [
    ...more.map((command) => (command.rowless ? command : { ...onRow, ...command })),
    {
      id: 'grid.peek',
      label: () => translate('grid:keys.peek'),
      icon: 'eye',
      keys: ['space'],
      shown: true,
      run: peek,
      guard: 0,
    },
    // A list without numbers of its own has no box.
    ...(model.resource.anyId.length > 0 ? [filterCommand(box)] : []),
    ...choiceCommands(panel, onRow.sight),
    ...cellCommands(panel),
    ...readCommands(model),
    openCommand(panel, open),
    {
      id: 'grid.back',
      label: () => translate('grid:keys.back'),
      keys: ['escape'],
      hidden: true,
      guard: 0,
      run: () => {
        // What was asked for last is taken back first, though nothing of it is to be seen yet.
        if (commands.cancelWaiting(tabId)) return;
        // From the filters and buttons above it the way back to the rows comes first.
        if (inBar(panel.area)) panel.enterGrid(false);
        else if (model.cells.state()) model.cells.clear();
        else if (!back()) model.selection.clear();
      },
    },
    {
      id: 'grid.columns',
      label: () => translate('grid:keys.columns'),
      icon: 'columns',
      run: () => {
        if (handle.current) resetColumns(handle.current, model.resource);
      },
    },
  ]);
  // After the commands: what is told now is answered by the newest of them.
  useAnswers(tabId, panel, busy);
}
