import { type ReactNode, useCallback, useEffect } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { type Translate, commands, isCallError, toast, useT } from '../../kit/index.ts';
import { commandKey } from '../../kit/data/commandKey.ts';
import { idOf } from '../actions/commandId.ts';
import type { Pending } from '../actions/pending.ts';
import { runAction } from '../actions/run.ts';
import { aimAt } from '../grid/aimAt.ts';
import { labelOf } from '../grid/columns.ts';
import { Fact } from '../ui/Fact.tsx';
import type { PanelCommand, ResourcePanel } from '../useResourcePanel.ts';
import { type Move, isSort, stepOf } from './move.ts';
import { type TreeDrop, listenForDrags } from './treeDrag.ts';
import type { TreeSource } from './treeSource.ts';

/** The action that gives a row of a tree another place. */
export const ARRANGE = 'arrange';

/** What a drop there would do, as it is said at the pointer. */
function textOf({ move, side, target }: TreeDrop, name: (row: Row) => string, t: Translate): string {
  return move ? t(`tree.${side}`, { name: name(target) }) : t('tree.within');
}

interface Moving {
  panel: ResourcePanel;
  tree: TreeSource;
}

/** Says why it was refused, or that it was done. */
async function sortAtOnce(
  { id: resource }: Resource,
  { id, ...input }: Move,
  tell: (refusal?: string) => void,
): Promise<void> {
  try {
    const { refused } = await runAction(resource, ARRANGE, { ids: [id], input }, commandKey());
    tell(refused[0]?.message);
  } catch (error) {
    if (isCallError(error)) tell(error.message);
    else throw error;
  }
}

/** Among those under the same row a place is taken at once; under another one the sheet asks, and names what moves. */
function useArrange({ panel, tree }: Moving): (move: Move) => void {
  const t = useT('grid');
  const { model, tabId } = panel;
  return useCallback(
    (move: Move) => {
      const { resource } = model;
      const { id, ...input } = move;
      const row = tree.rowOf(id);
      if (!row) return;
      if (!isSort(tree, move)) {
        aimAt(model, id);
        // What the command may act on is known once the list has drawn its row as the chosen one.
        setTimeout(() => {
          const command = commands.find(idOf(resource, ARRANGE), tabId);
          if (command) commands.fire(command, input);
        });
        return;
      }
      void sortAtOnce(resource, move, (refusal) => {
        if (refusal !== undefined) toast.error(refusal, { key: 'tree' });
        else toast.success(t('tree.moved'), { key: 'tree', description: labelOf(resource, row) });
        tree.reread();
      });
    },
    [model, tree, tabId, t],
  );
}

/** Drags and keys that move rows, where the caller may. */
export function useMoves(moving: Moving): readonly PanelCommand[] {
  const { panel, tree } = moving;
  const t = useT('grid');
  const { model, area } = panel;
  const { resource } = model;
  const may = panel.actions.names.includes(ARRANGE);
  const arrange = useArrange(moving);
  const isSorted = panel.state.sort.field === 'orderNo' && panel.state.sort.order === 'ascending';
  useEffect(() => {
    if (!may || !area.current) return;
    return listenForDrags(area.current, {
      tree,
      rowOf: tree.rowOf,
      textOf: (drop) => textOf(drop, (row) => labelOf(resource, row), t),
      drop: arrange,
    });
  }, [may, area, tree, resource, arrange, t]);
  if (!may) return [];
  const step = (by: -1 | 1): PanelCommand => {
    const move = (): Move | undefined => (panel.current ? stepOf(tree, panel.current.id, by) : undefined);
    return {
      id: by < 0 ? 'tree.up' : 'tree.down',
      label: () => t(by < 0 ? 'tree.up' : 'tree.down'),
      keys: [by < 0 ? 'alt+arrowup' : 'alt+arrowdown'],
      guard: 0,
      when() {
        if (!isSorted) return t('tree.bySort');
        return move() ? true : t('tree.edge');
      },
      run() {
        const wanted = move();
        if (wanted) arrange(wanted);
      },
    };
  };
  return [step(-1), step(1)];
}

/** What a move is about: the row, what moves along, and from where it goes. */
export function useMoveBody({ panel, tree }: Moving): (pending: Pending) => ReactNode {
  const t = useT('grid');
  const { resource } = panel.model;
  return useCallback(
    ({ rows, action }: Pending) => {
      const [row] = rows;
      if (action !== ARRANGE || !row) return null;
      const above = tree.rowOf(tree.above(row.id) ?? '');
      return (
        <dl className="facts">
          <Fact label={t('tree.from')}>{above ? labelOf(resource, above) : t('tree.top')}</Fact>
          <Fact label={t('tree.along')}>{tree.countBelow(row.id)}</Fact>
        </dl>
      );
    },
    [resource, tree, t],
  );
}
