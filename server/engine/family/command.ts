import { randomUUID } from 'node:crypto';
import type { ActionResult } from '../../../contract/calls.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { idText, isId } from '../../../contract/id.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Actor } from '../actOnRow.ts';
import { runAction } from '../actions.ts';
import { familyInput } from './write.ts';

/**
 * One path for two shapes: our grid sends `{ ids, input }` with a key, the family's clients `{ id, … }` without one and
 * read the count of what was done.
 * @throws Refused what the one row was refused for
 */
export async function runFamilyAction(
  actor: Actor,
  caller: Caller,
  key: unknown,
  body: unknown,
): Promise<ActionResult | number> {
  const { id, dryRun, ...row } = (body ?? {}) as Record<string, unknown>;
  // A dry run is read by our own grid alone.
  if (!isId(idText(id)) || dryRun !== undefined) return runAction(actor, caller, key, body);
  const input = familyInput(actor.action.input ?? {}, row, caller.timeZone);
  const request = { ids: [idText(id)], ...(actor.action.input && { input }) };
  const { done, refused } = await runAction(actor, caller, key ?? randomUUID(), request);
  const [refusal] = refused;
  if (refusal) throw new Refused(refusal.code as ErrorCode);
  return done.length;
}
