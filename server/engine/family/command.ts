import { randomUUID } from 'node:crypto';
import type { ActionResult } from '../../../contract/calls.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { idText, isId } from '../../../contract/id.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Actor } from '../actOnRow.ts';
import { runAction } from '../actions.ts';

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
  const { id, ...row } = (body ?? {}) as Record<string, unknown>;
  if (!isId(idText(id))) return runAction(actor, caller, key, body);
  const names = Object.keys(actor.action.input ?? {});
  const input = Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));
  const request = { ids: [idText(id)], ...(names.length > 0 && { input }) };
  const { done, refused } = await runAction(actor, caller, key ?? randomUUID(), request);
  const [refusal] = refused;
  if (refusal) throw new Refused(refusal.code as ErrorCode);
  return done.length;
}
