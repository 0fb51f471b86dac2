import type { Resource } from '../../../contract/resource.ts';
import { commands, openView, toast, translate } from '../../kit/index.ts';
import { aimAt } from '../grid/aimAt.ts';
import { openModels } from '../grid/openModels.ts';
import type { GridModel } from '../grid/model.ts';
import { idOf } from '../actions/commandId.ts';

const LOOK_MS = 60;
/** A slow line draws late. */
const GIVE_UP_MS = 12_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The active panel's list, once it is of the resource and has the row. */
async function listWith(resource: Resource, id: string): Promise<[string, GridModel] | undefined> {
  for (let waited = 0; waited < GIVE_UP_MS; waited += LOOK_MS) {
    const scope = commands.activeScope();
    const model = scope === undefined ? undefined : openModels.get(scope);
    const isRead = model?.resource.id === resource.id && !model.state().loading;
    if (scope !== undefined && isRead && model.blocks.indexOf(id) !== undefined) return [scope, model];
    await wait(LOOK_MS);
  }
  return undefined;
}

/**
 * Opens the list on one row and runs an action on that row alone, as its key would: the action asks what it always
 * asks, and is refused where it always is.
 */
export async function actOnRow(
  resource: Resource,
  row: { id: string; number: string },
  action: string,
): Promise<void> {
  await openView(resource.id, { anyId: row.number });
  const list = await listWith(resource, row.id);
  if (!list) {
    toast.warning(translate('grid:phrase.notFound', { name: row.number }));
    return;
  }
  const [scope, model] = list;
  aimAt(model, row.id);
  await wait(0);
  await commands.execute(idOf(resource, action), undefined, scope);
}
