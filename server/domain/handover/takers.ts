import type { Colleague } from '../../../contract/orderNote.ts';
import type { Engine } from '../../engine/engine.ts';
import { personCaller } from '../../engine/personCaller.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { type ClaimRow, mayHold } from './claims.ts';

const MOST = 500;
const STAFF = `select id::text, account, real_name as "realName" from sys_user
  where tenant_id = $1 and merchant_id is null and status = ${SWITCH.enabled} and id <> $2
    and ($3::bigint is null or id = $3)
  order by account limit ${MOST}`;

/**
 * The caller's colleagues who may take a shift with these claims: all of them may hold every order of it.
 * @param only of this one alone
 */
export async function takersOf(
  { deps, engine, caller }: { deps: AppDeps; engine: Engine; caller: Caller },
  claims: readonly ClaimRow[],
  only: string | null = null,
): Promise<Colleague[]> {
  const { rows } = await deps.pool.query<Colleague>(STAFF, [caller.tenantId, caller.userId, only]);
  const takers: Colleague[] = [];
  for (const colleague of rows) {
    const person = await personCaller(deps, colleague.id);
    if (!person || !can(person, 'shiftHandover:page') || !can(person, 'shiftHandover:write')) continue;
    const visible = await engine.scopes.visible(person);
    if (claims.every((claim) => mayHold(person, visible, claim))) takers.push(colleague);
  }
  return takers;
}
