import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ActionRequest, ActionResult } from '../../../contract/calls.ts';
import { BULK_ROWS } from '../../../contract/bulkLimits.ts';
import type { Action, Resource } from '../../../contract/resource.ts';
import { isCallError, toast, translate, useCaller } from '../../kit/index.ts';
import type { GridModel } from '../grid/model.ts';
import type { SelectionState } from '../grid/selection.ts';
import type { Secret } from '../SecretSheet.tsx';
import type { Outcome } from './Results.tsx';
import { isBound } from './bound.ts';
import {
  type Pending,
  type Put,
  asAsked,
  faultsOf,
  groundsOf,
  isUnseen,
  message,
  refusedUncounted,
  refusedUnseen,
} from './pending.ts';
import { type Target, commandKey, sendAction, targetOf } from './run.ts';
import type { Words } from './texts.ts';
import { sheetDraft } from './sheetDraft.ts';
import { type Ending, useFinish } from './useFinish.ts';
import { meantBy, openSheet } from './openSheet.ts';
import { useJudge } from './useJudge.ts';
import { useLook } from './useLook.ts';
import { type Flight, useMay } from './useMay.ts';

export interface Actions {
  /** Actions the caller may use, in the definition's order. */
  names: readonly string[];
  get: (name: string) => Action;
  /** Whose actions they are. */
  resource: Resource;
  /** True, or the sentence that says why not now. */
  may: (name: string) => true | string;
  /** What is waited for before `may` is asked, if anything: rows that may be out of date are read again. */
  ready: (name: string) => Promise<true | string> | undefined;
  /** `given` stands in the sheet's fields to begin with. */
  start: (name: string, given?: Readonly<Record<string, unknown>>) => Promise<void>;
  pending: Pending | undefined;
  /** Reckons the pending command anew with what was chosen so far. */
  judge: (input: Record<string, unknown>) => Promise<void>;
  /** Says what a typed value does to the rows, or what refuses it. */
  heed: (input: Record<string, unknown>) => Promise<void>;
  /** Reckons it anew because its rows are others by now, and says so where its figures are. */
  look: (input: Record<string, unknown>) => Promise<void>;
  /** What the server has against what is typed so far, by field; `at`: where what names no field is said. */
  against: (input: Record<string, unknown>, at?: string) => Promise<Readonly<Record<string, string>>>;
  /** What was refused is typed anew: the command stands as it did before. */
  mend: () => void;
  /** `confirmed`: the typed count of a large command. */
  commit: (input?: Record<string, unknown>, confirmed?: number) => Promise<boolean>;
  /** Closes the sheet; what was typed comes back with it. */
  dismiss: () => void;
  /** Closes it and forgets what was typed. */
  discard: () => void;
  outcome: Outcome | undefined;
  retry: (ids: string[]) => Promise<void>;
  forget: () => void;
  busy: string | undefined;
  /** Says what became of a command that ended as a job. */
  finish: (name: string, result: ActionResult, ending?: Ending) => void;
}

interface Ports {
  model: GridModel;
  words: Words;
  /** Takes over what goes on as a job. */
  onJob: (jobId: string, title: string, then: (result: unknown) => void) => void;
  /** The keyboard goes back to the grid. */
  onClose: () => void;
  /** Takes a one-time password that an action answers with. */
  onSecret?: (secret: Secret) => void;
}

/** What is done at once is done to a row that is seen: one that was scrolled away is shown first. */
function isSeen(model: GridModel, action: string): boolean {
  const revealed = model.targets.reveal();
  if (revealed) toast.info(translate('grid:revealed', { action }), { key: 'revealed' });
  return !revealed;
}

function tellRefused(key: string, error: unknown): void {
  const trace = isCallError(error) && error.traceId;
  toast.error(message(error), {
    key,
    ...(trace && { description: translate('grid:trace', { id: trace }) }),
  });
}

type Attempt = Pick<Pending, 'key' | 'attempt' | 'meant'>;

/** A command without a sheet; `meant`: what was chosen, where it is about that. */
function newAttempt(meant?: SelectionState): Attempt {
  const key = commandKey();
  return { key, attempt: key, meant };
}

export function useActions({ model, words, onJob, onClose, onSecret }: Ports): Actions {
  const { can, profile } = useCaller();
  const { resource } = model;
  const [pending, setPending] = useState<Pending>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [flights, setFlights] = useState<readonly Flight[]>([]);
  const busy = flights[0]?.name;
  // What a verb means depends on the rows that are there.
  const { filters } = useSyncExternalStore(model.subscribe, model.state);
  useEffect(() => setOutcome(undefined), [filters]);
  const names = Object.entries(resource.actions)
    .filter(([name, { audience }]) => can(`${resource.id}:${name}`, audience))
    .map(([name]) => name);
  const get = (name: string): Action => asAsked(resource.actions[name]!, !profile.merchantId);

  const { may, ready } = useMay({ model, words, get, flights });

  const put: Put = (key, change) =>
    setPending((now) =>
      now?.key === key ? { ...now, ...(typeof change === 'function' ? change(now) : change) } : now,
    );
  const { look, again, asked } = useLook(resource, model, put);
  const finish = useFinish({ model, words, onJob, ...(onSecret && { onSecret }), onOutcome: setOutcome });

  const run = async (
    name: string,
    target: Target,
    more: Pick<ActionRequest, 'input' | 'token' | 'shown' | 'confirmed'> = {},
    { key, attempt, meant }: Attempt = newAttempt(),
  ): Promise<boolean> => {
    const flight = { name, ids: 'ids' in target ? new Set(target.ids) : undefined };
    setFlights((now) => [...now, flight]);
    try {
      const result = await sendAction(resource, name, { ...target, ...more }, attempt);
      if (more.shown && isUnseen(result)) return await again({ key, action: name, target }, more.input);
      finish(name, result, { meant });
      return true;
    } catch (error) {
      if (more.shown && refusedUnseen(error)) return await again({ key, action: name, target }, more.input);
      if (refusedUncounted(error)) {
        await ask(name, target, 'ids' in target ? target.ids.length : model.targets.count());
        return false;
      }
      const faults = faultsOf(error);
      put(key, { faults });
      if (!faults) tellRefused(`${resource.id}.${name}`, error);
      return false;
    } finally {
      setFlights((now) => now.filter((each) => each !== flight));
    }
  };

  const ask = openSheet({ model, get, setPending, put });

  const asks = useJudge(resource.id, (name) => get(name).reckon !== undefined, put, asked);

  const start = async (name: string, given?: Readonly<Record<string, unknown>>): Promise<void> => {
    const action = get(name);
    if (action.otp && !(await isBound(words.action(name)))) return;
    const target = action.on === 'new' ? {} : targetOf(model);
    // What became of the last command has been read by now.
    setOutcome(undefined);
    const { input = {} } = action;
    // What this kind of person is not asked for is not theirs to say either.
    const begun = given && Object.fromEntries(Object.entries(given).filter(([field]) => field in input));
    const large = 'ids' in target && target.ids.length > BULK_ROWS;
    if ('all' in target || large || action.confirm || action.input)
      return ask(name, target, model.targets.count(), begun);
    if (action.on === 'new' || isSeen(model, words.action(name)))
      await run(name, target, {}, newAttempt(meantBy(model, action)));
  };

  const { dismiss, discard } = useClosing(resource, pending, setPending, onClose);

  const commit = async (input?: Record<string, unknown>, confirmed?: number): Promise<boolean> => {
    if (!pending?.preview || busy) return false;
    const judged = await asks.last(pending, input, get(pending.action).otp === true);
    if (!judged) return false;
    const more = { ...(input && { input }), ...groundsOf(judged, confirmed) };
    const sent = await run(pending.action, pending.target, more, pending);
    if (sent) discard();
    return sent;
  };

  return {
    names,
    get,
    resource,
    may,
    ready,
    start,
    pending,
    ...aboutOpen(pending, asks, look),
    commit,
    dismiss,
    discard,
    outcome,
    retry: (ids) => (outcome ? run(outcome.action, { ids }).then(() => undefined) : Promise.resolve()),
    forget: () => setOutcome(undefined),
    busy,
    finish,
  };
}

/** Both ways to close the open command's sheet. */
function useClosing(
  resource: Resource,
  pending: Pending | undefined,
  setPending: (next: undefined) => void,
  onClose: () => void,
): Pick<Actions, 'dismiss' | 'discard'> {
  const dismiss = useCallback(() => {
    setPending(undefined);
    onClose();
  }, [onClose, setPending]);
  const discard = useCallback(() => {
    if (pending) sheetDraft.drop(resource, pending);
    dismiss();
  }, [dismiss, resource, pending]);
  return { dismiss, discard };
}

type Asking = Pick<Actions, 'judge' | 'heed' | 'look' | 'against' | 'mend'>;

/** The questions that are asked of the open command; where none is open there is nothing to ask. */
const aboutOpen = (
  pending: Pending | undefined,
  asks: ReturnType<typeof useJudge>,
  look: ReturnType<typeof useLook>['look'],
): Asking => ({
  judge: (input) => (pending ? asks.judge(pending, input) : Promise.resolve()),
  heed: (input) => (pending?.preview ? asks.heed(pending, input) : Promise.resolve()),
  // A question that fails leaves what stands there; the command itself is asked the same.
  look: (input) => (pending?.preview ? look(pending, input).catch(() => undefined) : Promise.resolve()),
  against: (input, at) => (pending ? asks.against(pending, input, at) : Promise.resolve({})),
  mend: () => asks.mend(pending),
});
