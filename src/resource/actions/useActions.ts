import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ActionResult, Row } from '../../../contract/calls.ts';
import type { Action } from '../../../contract/resource.ts';
import { isCallError, toast, useCaller, useT } from '../../kit/index.ts';
import type { GridModel } from '../grid/model.ts';
import type { Secret } from '../SecretSheet.tsx';
import type { Outcome } from './Results.tsx';
import { type Target, commandKey, runAction, targetOf } from './run.ts';
import type { Words } from './texts.ts';
import { useFinish } from './useFinish.ts';
import { mayRun } from './why.ts';

/** `total`: how many rows the command means; a long one is reckoned for its first rows alone. */
export type Preview = ActionResult & { total?: number };

/** A command that shows what it would do before it does it. */
export interface Pending {
  action: string;
  target: Target;
  count: number;
  rows: readonly Row[];
  /** The answer of the dry run; absent while it is asked. */
  preview: Preview | undefined;
  error: string | undefined;
  key: string;
}

const MOST_GUARDED = 500;
const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface Actions {
  /** Actions the caller may use, in the definition's order. */
  names: readonly string[];
  get: (name: string) => Action;
  /** True, or the sentence that says why not now. */
  may: (name: string) => true | string;
  start: (name: string) => Promise<void>;
  pending: Pending | undefined;
  commit: (input?: Record<string, unknown>) => Promise<boolean>;
  dismiss: () => void;
  outcome: Outcome | undefined;
  retry: (ids: string[]) => Promise<void>;
  forget: () => void;
  busy: string | undefined;
}

interface Ports {
  model: GridModel;
  words: Words;
  /** Takes over what goes on as a job. */
  onJob: (jobId: string, title: string) => void;
  /** The keyboard goes back to the grid. */
  onClose: () => void;
  /** Takes a one-time password that an action answers with. */
  onSecret?: (secret: Secret) => void;
}

/** The token of a command on everything covers what was typed, so the rows are judged once more with it. */
async function judgedToken(
  resource: string,
  { action, target }: Pending,
  input: Record<string, unknown>,
): Promise<string | undefined> {
  const judged = await runAction(resource, action, { ...target, input, dryRun: true }).catch(() => undefined);
  return judged?.token;
}

export function useActions({ model, words, onJob, onClose, onSecret }: Ports): Actions {
  const t = useT('grid');
  const { can } = useCaller();
  const { resource } = model;
  const [pending, setPending] = useState<Pending>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState<string>();
  // What a verb means depends on the rows that are there.
  const { filters } = useSyncExternalStore(model.subscribe, model.state);
  useEffect(() => setOutcome(undefined), [filters]);
  const names = Object.keys(resource.actions).filter((name) => can(`${resource.id}:${name}`));
  const get = (name: string): Action => resource.actions[name]!;

  const may = (name: string): true | string => {
    const count = model.meant();
    if (count === 0) return words.select(name);
    if (get(name).on === 'one' && count !== 1) return words.one(name);
    if (busy) return t('busy');
    return mayRun(resource, get(name), model.chosenRows().slice(0, MOST_GUARDED), t, words.field);
  };

  const finish = useFinish({ model, words, onJob, ...(onSecret && { onSecret }), onOutcome: setOutcome });

  const run = async (
    name: string,
    target: Target,
    more: { input?: Record<string, unknown>; token?: string } = {},
    key = commandKey(),
  ): Promise<boolean> => {
    setBusy(name);
    try {
      finish(name, await runAction(resource.id, name, { ...target, ...more }, key));
      return true;
    } catch (error) {
      toast.error(message(error), {
        key: `${resource.id}.${name}`,
        ...(isCallError(error) && error.traceId && { description: t('trace', { id: error.traceId }) }),
      });
      return false;
    } finally {
      setBusy(undefined);
    }
  };

  const ask = async (name: string, target: Target, count: number): Promise<void> => {
    const opened: Pending = {
      action: name,
      target,
      count,
      rows: model.chosenRows(),
      preview: undefined,
      error: undefined,
      key: commandKey(),
    };
    setPending(opened);
    const put = (change: Partial<Pending>) =>
      setPending((now) => (now?.key === opened.key ? { ...now, ...change } : now));
    if (resource.area === 'system' && 'ids' in target) {
      // The system's own calls do at once what they are asked; there is nothing to reckon beforehand.
      return put({ preview: { done: target.ids, refused: [] } });
    }
    try {
      put({ preview: await runAction(resource.id, name, { ...target, dryRun: true }) });
    } catch (error) {
      put({ error: message(error) });
    }
  };

  const start = async (name: string): Promise<void> => {
    const target = targetOf(model);
    const action = get(name);
    // What became of the last command has been read by now.
    setOutcome(undefined);
    if ('all' in target || action.confirm || action.input) return ask(name, target, model.meant());
    await run(name, target);
  };

  const dismiss = useCallback(() => {
    setPending(undefined);
    onClose();
  }, [onClose]);

  const commit = async (input?: Record<string, unknown>): Promise<boolean> => {
    if (!pending?.preview || busy) return false;
    let { token } = pending.preview;
    if (token && input) token = (await judgedToken(resource.id, pending, input)) ?? token;
    const sent = await run(
      pending.action,
      pending.target,
      { ...(input && { input }), ...(token && { token }) },
      pending.key,
    );
    if (sent) dismiss();
    return sent;
  };

  return {
    names,
    get,
    may,
    start,
    pending,
    commit,
    dismiss,
    outcome,
    retry: (ids) => (outcome ? run(outcome.action, { ids }).then(() => undefined) : Promise.resolve()),
    forget: () => setOutcome(undefined),
    busy,
  };
}
