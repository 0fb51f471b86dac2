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

/** The active panel's list, once it is of the resource and has been read. */
async function listOf(resource: Resource): Promise<[string, GridModel] | undefined> {
  for (let waited = 0; waited < GIVE_UP_MS; waited += LOOK_MS) {
    const scope = commands.activeScope();
    const model = scope === undefined ? undefined : openModels.get(scope);
    if (scope !== undefined && model?.resource.id === resource.id && !model.state().loading)
      return [scope, model];
    await wait(LOOK_MS);
  }
  return undefined;
}

/**
 * Opens the list as it is and runs an action on one row alone, as its key would: the action asks what it always asks,
 * and is refused where it always is. The list keeps its filters: a row that they leave out is acted on all the same.
 */
export async function actOnRow(
  resource: Resource,
  row: { id: string; number: string },
  action: string,
): Promise<void> {
  await openView(resource.id);
  const list = await listOf(resource);
  const [found] = (await list?.[1].refetch([row.id])) ?? [];
  if (!list || !found) {
    toast.warning(translate('grid:phrase.notFound', { name: row.number }));
    return;
  }
  const [scope, model] = list;
  model.focused.hold(found);
  aimAt(model, row.id);
  // One that the list has is seen before something is done to it at once.
  model.targets.reveal();
  await wait(0);
  await commands.execute(idOf(resource, action), undefined, scope);
}
