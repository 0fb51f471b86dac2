import type { Dispatch, SetStateAction } from 'react';
import type { ActionRequest, ActionResult } from '../../../contract/calls.ts';
import { isCallError, toast, translate } from '../../kit/index.ts';
import type { GridModel } from '../grid/model.ts';
import type { SelectionState } from '../grid/selection.ts';
import type { Look } from './lookFor.ts';
import type { openSheet } from './openSheet.ts';
import {
  type Pending,
  faultsOf,
  hasUnverified,
  message,
  refusedUncounted,
  refusedUnverified,
} from './pending.ts';
import { commandKey } from '../../kit/data/commandKey.ts';
import { type Target, sendAction } from './run.ts';
import type { SheetEvent } from './sheetState.ts';
import type { Ending } from './useFinish.ts';
import type { Flight } from './useMay.ts';

type Attempt = Pick<Pending, 'key' | 'attempt' | 'meant'>;

/** A command without a sheet; `meant`: what was chosen, where it is about that. */
export function newAttempt(meant?: SelectionState): Attempt {
  const key = commandKey();
  return { key, attempt: key, meant };
}

function showRefusal(key: string, error: unknown): void {
  const trace = isCallError(error) && error.traceId;
  toast.error(message(error), {
    key,
    ...(trace && { description: translate('grid:trace', { id: trace }) }),
  });
}

interface Ports {
  model: GridModel;
  dispatch: Dispatch<SheetEvent>;
  again: Look['again'];
  ask: ReturnType<typeof openSheet>;
  finish: (name: string, result: ActionResult, ending: Ending) => void;
  setFlights: Dispatch<SetStateAction<readonly Flight[]>>;
}

/** Sends a command. @returns true once it has been done, false where it was refused or is to be read again */
export const runCommand =
  ({ model, dispatch, again, ask, finish, setFlights }: Ports) =>
  async (
    name: string,
    target: Target,
    more: Pick<ActionRequest, 'input' | 'token' | 'previewDigests' | 'confirmed'> = {},
    { key, attempt, meant }: Attempt = newAttempt(),
  ): Promise<boolean> => {
    const { resource } = model;
    const about = { key, action: name, target };
    const flight = { name, ids: 'ids' in target ? new Set(target.ids) : undefined };
    setFlights((now) => [...now, flight]);
    dispatch({ type: 'sent', key });
    try {
      const result = await sendAction(resource, name, { ...target, ...more }, attempt);
      if (more.previewDigests && hasUnverified(result)) return await again(about, more.input);
      finish(name, result, { meant });
      return true;
    } catch (error) {
      if (more.previewDigests && refusedUnverified(error)) return await again(about, more.input);
      if (refusedUncounted(error)) {
        await ask(name, target, 'ids' in target ? target.ids.length : model.targets.count());
        return false;
      }
      const faults = faultsOf(error);
      dispatch({ type: 'refused', key, faults });
      if (!faults) showRefusal(`${resource.id}.${name}`, error);
      return false;
    } finally {
      dispatch({ type: 'returned', key });
      setFlights((now) => now.filter((each) => each !== flight));
    }
  };
