import { useCallback } from 'react';
import type { ActionResult, Row, RowsResult } from '../../../contract/calls.ts';
import { describeOutcome } from '../../../contract/outcomeText.ts';
import type { Resource } from '../../../contract/resource.ts';
import { call, formatCount, toast, useT } from '../../kit/index.ts';
import { labelOf } from '../grid/columns.ts';
import { describeRow } from '../grid/describeRow.ts';
import type { GridModel } from '../grid/model.ts';
import type { SelectionState } from '../grid/selection.ts';
import { type Secret, secretIn } from '../SecretSheet.tsx';
import type { Outcome } from './Results.tsx';
import { refusedName } from './pending.ts';
import type { Words } from './texts.ts';

/** What people call a row that is known by its id; one that the list has not loaded is named by the answer. */
export const nameOf =
  (model: GridModel, result?: ActionResult) =>
  (id: string): string => {
    const row = model.blocks.get(id);
    if (row && row.gap !== true) return labelOf(model.resource, row);
    return refusedName(result, id) ?? id;
  };

/** A row that the list does not hold: a new one, or one that has left it by now. */
async function readRow(resource: Resource, id: string): Promise<Row | undefined> {
  try {
    const { items } = await call<RowsResult>(`${resource.id}/rows`, { ids: [id] }, { customCatch: true });
    return items[0];
  } catch {
    // What was done is shown all the same.
    return undefined;
  }
}

interface Ports {
  model: GridModel;
  words: Words;
  onJob: (jobId: string, title: string, then: (result: unknown) => void) => void;
  onSecret?: (secret: Secret) => void;
  onOutcome: (outcome: Outcome | undefined) => void;
}

/** How a command came to its end. */
export interface Ending {
  /** As a job, when the person may be looking elsewhere. */
  byJob?: boolean;
  /** What was chosen when it was given, as far as that is known. */
  meant?: SelectionState | undefined;
}

/** Says what became of a command: all done, one refused, or row by row. */
export function useFinish({ model, words, onJob, onSecret, onOutcome }: Ports) {
  const t = useT('grid');
  const { resource } = model;
  return useCallback(
    function finish(name: string, result: ActionResult, { byJob = false, meant }: Ending = {}): void {
      if (resource.actions[name]?.on === 'new') model.refresh();
      else
        void model.reload([...result.done, ...result.refused.map((each) => each.id)]).catch(() => undefined);
      if (result.jobId)
        return onJob(result.jobId, words.action(name), (ended) =>
          finish(name, ended as ActionResult, { byJob: true, meant }),
        );
      const { done, refused, waiting = [] } = result;
      const ids = refused.map((each) => each.id);
      if (!resource.actions[name]?.async) model.selection.spend(done, ids, meant);
      const outcome = { title: words.action(name), action: name, result, name: nameOf(model, result) };
      if (refused.length === 0) {
        // What a job did is shown until it is closed.
        onOutcome(byJob ? outcome : undefined);
        const shown = secretIn(result);
        if (shown && onSecret)
          return onSecret({
            ...shown,
            name: shown.account ?? nameOf(model)(done[0] ?? ''),
            done: shown.kind === 'password' ? t('passwordReset', { password: '' }).trim() : words.done(name),
          });
        const tell = (description: string | undefined): void => {
          const toastOptions = { key: `${resource.id}.${name}`, ...(description && { description }) };
          const { type, message } = describeOutcome(result, words.done(name), t);
          if (type === 'success') return toast.success(message, toastOptions);
          toast.info(message, toastOptions);
        };
        // Where some wait the message has counted them already.
        if (done.length !== 1)
          return tell(
            waiting.length > 0 ? undefined : t('results.done', { count: formatCount(done.length) }),
          );
        const known = model.blocks.get(done[0]!);
        if (known && known.gap !== true) return tell(describeRow(resource, known));
        return void readRow(resource, done[0]!).then((row) => tell(row && describeRow(resource, row)));
      }
      if (done.length === 0 && refused.length === 1)
        return toast.error(refused[0]!.message, {
          key: `${resource.id}.${name}`,
          description: `${words.action(name)} · ${outcome.name(refused[0]!.id)}`,
        });
      onOutcome(outcome);
    },
    [model, onJob, onSecret, onOutcome, resource, words, t],
  );
}
