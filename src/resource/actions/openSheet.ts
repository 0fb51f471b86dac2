import { isFamily } from '../../../contract/family.ts';
import type { Dispatch } from 'react';
import type { Action } from '../../../contract/resource.ts';
import type { GridModel } from '../grid/model.ts';
import type { SelectionState } from '../grid/selection.ts';
import { message, pendingOf } from './pending.ts';
import { runAction, type Target } from './run.ts';
import type { SheetEvent } from './sheetState.ts';

/** What is chosen now, unless the command makes a row of its own. */
export const meantBy = ({ selection }: GridModel, { on }: Action): SelectionState | undefined =>
  on === 'new' ? undefined : selection.state();

/** In place of the id of a row that is still to be made. */
const NEW_ROW = '';

interface Ports {
  model: GridModel;
  get: (action: string) => Action;
  dispatch: Dispatch<SheetEvent>;
}

/** Opens a command's sheet, and has its dry run answer into it. `given` is in its fields to begin with. */
export const openSheet =
  ({ model, get, dispatch }: Ports) =>
  async (
    name: string,
    target: Target,
    count: number,
    given?: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const { resource } = model;
    const rows = model.targets.rows();
    const command = pendingOf(name, { target, count, given, rows, meant: meantBy(model, get(name)) });
    const { key } = command;
    dispatch({ type: 'opened', command });
    if (isFamily(resource) && 'ids' in target && !get(name).rehearsed) {
      // The family's calls do at once what they are asked; there is nothing to estimate beforehand.
      return dispatch({ type: 'previewed', key, preview: { done: target.ids, refused: [] } });
    }
    if (get(name).on === 'new') {
      // Nothing is typed yet of a row that is not there: the rehearsal before the command judges what will be.
      if (!get(name).estimateOn)
        dispatch({ type: 'previewed', key, preview: { done: [NEW_ROW], refused: [] } });
      return;
    }
    const input = given && { input: { ...given } };
    try {
      const preview = await runAction(resource.id, name, { ...target, dryRun: true, ...input });
      dispatch({ type: 'previewed', key, preview });
    } catch (error) {
      dispatch({ type: 'failed', key, error: message(error) });
    }
  };
