import type { Action } from '../../../contract/resource.ts';
import type { GridModel } from '../grid/model.ts';
import type { SelectionState } from '../grid/selection.ts';
import { message, type Pending, pendingOf, type Put } from './pending.ts';
import { runAction, type Target } from './run.ts';

/** What is chosen now, unless the command makes a row of its own. */
export const meantBy = ({ selection }: GridModel, { on }: Action): SelectionState | undefined =>
  on === 'new' ? undefined : selection.state();

const chosenIn = (model: GridModel, action: Action): Pick<Pending, 'rows' | 'meant'> => ({
  rows: model.targets.rows(),
  meant: meantBy(model, action),
});

interface Ports {
  model: GridModel;
  get: (action: string) => Action;
  setPending: (opened: Pending) => void;
  put: Put;
}

/** Opens a command's sheet, and has its dry run answer into it. `given` stands in its fields to begin with. */
export const openSheet =
  ({ model, get, setPending, put }: Ports) =>
  async (
    name: string,
    target: Target,
    count: number,
    given?: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const { resource } = model;
    const opened = pendingOf(name, { target, count, given, ...chosenIn(model, get(name)) });
    setPending(opened);
    if (resource.area === 'system' && 'ids' in target) {
      // The system's own calls do at once what they are asked; there is nothing to reckon beforehand.
      return put(opened.key, { preview: { done: target.ids, refused: [] } });
    }
    // Nothing is typed yet of a row that is not there.
    if (get(name).on === 'new') return;
    const input = given && { input: { ...given } };
    try {
      put(opened.key, { preview: await runAction(resource.id, name, { ...target, dryRun: true, ...input }) });
    } catch (error) {
      put(opened.key, { error: message(error) });
    }
  };
