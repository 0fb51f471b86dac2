import type { ActionResult } from '../../contract/calls.ts';
import { Rollback } from '../platform/db/transaction.ts';
import type { Acted, Actor } from './actOnRow.ts';
import { transactInTurn, turnsOfRows } from './inTurn.ts';
import { countCheckOf } from './large.ts';
import type { Typed } from './input.ts';
import type { Refusal } from './operation.ts';
import type { Reader } from './read.ts';
import { rehearseRow } from './rehearseRow.ts';
import { estimateImpact } from './estimateImpact.ts';
import { partsOf, REST, restDigest } from './restDigest.ts';
import { withNames } from './rowNames.ts';
import type { Selection } from './selection.ts';

export interface DryRunResult extends ActionResult {
  /** How many rows the command would act on; the preview covers the first of them. */
  total: number;
}

/** What the command would do, without doing it. */
export async function dryRun(
  actor: Actor,
  reader: Reader,
  selection: Selection,
  { input, isComplete }: Pick<Typed, 'input' | 'isComplete'>,
): Promise<DryRunResult> {
  const previewDigests: Record<string, string> = {};
  const result: DryRunResult = {
    done: [],
    refused: [],
    preview: [],
    total: selection.ids.length,
    previewDigests,
  };
  if (selection.token) result.token = selection.token;
  if (selection.ids.length > 1 && !actor.estimate.rowByRow)
    result.impact = await estimateImpact(actor, reader, selection.ids);
  const rest = await restDigest(actor, reader, selection.ids);
  if (rest !== undefined) previewDigests[REST] = rest;
  const { run } = partsOf(actor, selection.ids);
  const turnOf = await turnsOfRows(actor.deps, reader, run);
  for (const id of run) {
    const alone = selection.ids.length === 1;
    const row = { id, input, isComplete, alone };
    const outcome = await transactInTurn<Acted | Refusal>(
      actor.deps,
      turnOf(id),
      async (tx) => new Rollback(await rehearseRow(actor, reader, tx, row)),
    );
    if ('code' in outcome) {
      result.refused.push(outcome);
      // What was shown as refused is not done because it has become possible meanwhile.
      previewDigests[id] = outcome.code;
    } else {
      result.done.push(id);
      const { digest, ...changes } = outcome;
      if (digest !== undefined) previewDigests[id] = digest;
      result.preview?.push({ id, ...changes });
    }
  }
  const countCheck = await countCheckOf(actor, reader, selection.ids, previewDigests);
  if (countCheck) result.countCheck = countCheck;
  return withNames(actor.engine, reader, result);
}
