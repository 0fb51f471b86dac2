import { useCallback, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import type { ActionResult } from '../../../contract/calls.ts';
import { BULK_ROWS } from '../../../contract/bulkLimits.ts';
import type { Action, Resource } from '../../../contract/resource.ts';
import { toast, translate, useCaller } from '../../kit/index.ts';
import { describeTargets } from '../grid/describeRow.ts';
import type { GridModel } from '../grid/model.ts';
import type { Secret } from '../SecretSheet.tsx';
import type { Outcome } from './Results.tsx';
import { isBound } from './bound.ts';
import { type Look, lookFor } from './lookFor.ts';
import { meantBy, openSheet } from './openSheet.ts';
import { type Pending, asAsked, groundsOf } from './pending.ts';
import { questionsOf } from './questions.ts';
import { targetOf } from './run.ts';
import { newAttempt, runCommand } from './runCommand.ts';
import { sheetDraft } from './sheetDraft.ts';
import { IDLE, phaseOf, sheetReducer } from './sheetState.ts';
import type { Words } from './texts.ts';
import { type Ending, useFinish } from './useFinish.ts';
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
  /** `given` is in the sheet's fields to begin with. */
  start: (name: string, given?: Readonly<Record<string, unknown>>) => Promise<void>;
  pending: Pending | undefined;
  /** Estimates the pending command again with what was chosen so far. */
  judge: (input: Record<string, unknown>) => Promise<void>;
  /** Says what a typed value does to the rows, or what refuses it. */
  revalidate: (input: Record<string, unknown>) => Promise<void>;
  /** Estimates it again because its rows are others by now, and says so where its figures are. */
  look: (input: Record<string, unknown>) => Promise<void>;
  /** What the server has against what is typed so far, by field; `at`: where what names no field is shown. */
  against: (input: Record<string, unknown>, at?: string) => Promise<Readonly<Record<string, string>>>;
  /** What was refused is typed again: the command is as it was before. */
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
function isSeen(model: GridModel): boolean {
  const revealed = model.targets.reveal();
  if (revealed) {
    const description = describeTargets(model);
    toast.info(translate('grid:sight.revealed'), { key: 'sight', description });
  }
  return !revealed;
}

/** Of several rows the ones out of view are named by the sheet before anything is done to them. */
const isPartlyHidden = ({ screen }: GridModel, ids: readonly string[]): boolean =>
  ids.length > 1 && ids.some((id) => !screen.shows(id));

interface Starting extends Pick<Ports, 'model' | 'words'> {
  get: (name: string) => Action;
  ask: ReturnType<typeof openSheet>;
  run: ReturnType<typeof runCommand>;
  /** What became of the last command has been read by now. */
  forget: () => void;
}

/** Does a command at once, or opens its sheet where there is something to decide. */
const startCommand =
  ({ model, words, get, ask, run, forget }: Starting): Actions['start'] =>
  async (name, given) => {
    const action = get(name);
    if (action.otp && !(await isBound(words.action(name)))) return;
    const target = action.on === 'new' ? {} : targetOf(model);
    forget();
    const { input = {} } = action;
    // What this kind of person is not asked for is not theirs to say either.
    const begun = given && Object.fromEntries(Object.entries(given).filter(([field]) => field in input));
    const isAsked =
      'all' in target ||
      ('ids' in target && (target.ids.length > BULK_ROWS || isPartlyHidden(model, target.ids)));
    if (isAsked || action.confirm || action.input) return ask(name, target, model.targets.count(), begun);
    if (action.on === 'new' || isSeen(model)) await run(name, target, {}, newAttempt(meantBy(model, action)));
  };

/** The actions of a panel that the caller may use, the one that is open, and what became of the last one. */
export function useActions({ model, words, onJob, onClose, onSecret }: Ports): Actions {
  const { can, profile } = useCaller();
  const { resource } = model;
  const [state, dispatch] = useReducer(sheetReducer, IDLE);
  const { command: pending, outcome } = state;
  const turn = useRef(0);
  const [flights, setFlights] = useState<readonly Flight[]>([]);
  const show = useCallback((shown?: Outcome) => dispatch({ type: 'ended', outcome: shown }), []);
  const forget = useCallback(() => show(), [show]);
  // What a verb means depends on the rows that are there.
  const { filters } = useSyncExternalStore(model.subscribe, model.state);
  useEffect(forget, [filters, forget]);
  const names = Object.entries(resource.actions)
    .filter(([name, { audience }]) => can(`${resource.id}:${name}`, audience))
    .map(([name]) => name);
  const get = (name: string): Action => {
    const action = resource.actions[name]!;
    // Most are asked the same of every row.
    const chosen = () =>
      pending?.action === name ? pending : { rows: model.targets.rows(), count: model.targets.count() };
    const { rows, count } = action.asks ? chosen() : { rows: [], count: 0 };
    return asAsked(action, { fields: resource.fields, staff: !profile.merchantId, rows, count });
  };
  const finish = useFinish({ model, words, onJob, ...(onSecret && { onSecret }), onOutcome: show });
  const { look, again } = lookFor(resource, model, dispatch, turn);
  const ask = openSheet({ model, get, dispatch });
  const run = runCommand({ model, dispatch, again, ask, finish, setFlights });
  const asks = questionsOf({ resource, get, dispatch, turn });
  const close = useCallback(() => {
    dispatch({ type: 'closed' });
    onClose();
  }, [onClose]);
  const discard = useCallback(() => {
    if (pending) sheetDraft.drop(resource, pending);
    close();
  }, [close, resource, pending]);
  return {
    names,
    get,
    resource,
    ...useMay({ model, words, get, flights }),
    start: startCommand({ model, words, get, ask, run, forget }),
    pending,
    ...aboutOpen(pending, asks, look),
    mend: () => pending && dispatch({ type: 'mended', key: pending.key }),
    async commit(input, confirmed) {
      const isOpen = ['ready', 'stale'].includes(phaseOf(state));
      if (!pending || !isOpen || flights.length > 0) return false;
      const judged = await asks.last(pending, input);
      if (!judged) return false;
      const more = { ...(input && { input }), ...groundsOf(judged, confirmed) };
      const sent = await run(pending.action, pending.target, more, pending);
      if (sent) discard();
      return sent;
    },
    dismiss: close,
    discard,
    outcome,
    retry: async (ids) => void (outcome && (await run(outcome.action, { ids }))),
    forget,
    busy: flights[0]?.name,
    finish,
  };
}

type Asking = Pick<Actions, 'judge' | 'revalidate' | 'look' | 'against'>;

/** The questions that are asked of the open command; where none is open there is nothing to ask. */
const aboutOpen = (
  pending: Pending | undefined,
  asks: ReturnType<typeof questionsOf>,
  look: Look['look'],
): Asking => ({
  judge: (input) => (pending ? asks.judge(pending, input) : Promise.resolve()),
  revalidate: (input) => (pending?.preview ? asks.revalidate(pending, input) : Promise.resolve()),
  // A question that fails leaves what is shown; the command itself is asked the same.
  look: (input) => (pending?.preview ? look(pending, input).catch(() => undefined) : Promise.resolve()),
  against: (input, at) => (pending ? asks.against(pending, input, at) : Promise.resolve({})),
});
