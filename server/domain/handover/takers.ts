import type { Colleague } from '../../../contract/orderNote.ts';
import { colleaguesOf } from '../../engine/colleagues.ts';
import type { Engine } from '../../engine/engine.ts';
import { personCaller } from '../../engine/personCaller.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { type ClaimRow, mayHold } from './claims.ts';

/**
 * The caller's colleagues who may take a shift with these claims: all of them may hold every order of it.
 * @param only of this one alone
 */
export async function takersOf(
  { deps, engine, caller }: { deps: AppDeps; engine: Engine; caller: Caller },
  claims: readonly ClaimRow[],
  only: string | null = null,
): Promise<Colleague[]> {
  const takers: Colleague[] = [];
  for (const colleague of await colleaguesOf(deps.pool, caller, { id: only })) {
    const person = await personCaller(deps, colleague.id);
    if (!person || !can(person, 'shiftHandover:page') || !can(person, 'shiftHandover:write')) continue;
    const visible = await engine.scopes.visible(person);
    if (claims.every((claim) => mayHold(person, visible, claim))) takers.push(colleague);
  }
  return takers;
}
