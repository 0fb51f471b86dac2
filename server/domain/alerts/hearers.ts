import { alertMeasureOf } from '../../../contract/alertMeasures.ts';
import { personCaller } from '../../engine/personCaller.ts';
import { Scopes, type Visible } from '../../engine/scope.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import type { RuleRow } from './ruleRow.ts';

/** May the person know the figure: the measure's list, and every merchant that it is about. */
export function mayKnow(
  caller: Caller,
  visible: Visible,
  { measure, merchantId }: Pick<RuleRow, 'measure' | 'merchantId'>,
): boolean {
  const watched = alertMeasureOf(measure);
  if (!watched || caller.merchantId !== null || !can(caller, `${watched.resource}:page`)) return false;
  return visible === null || (merchantId !== null && visible.includes(merchantId));
}

// Inside the owner's organisations: a role may have holders elsewhere.
const NAMED = `select u.id::text from sys_user u
  where u.status = ${SWITCH.enabled} and u.tenant_id = $1 and u.merchant_id is null
    and ($4::bigint[] is null or u.org_id = any($4) or u.id = $5)
    and (u.id = any($2::bigint[])
      or exists (select from sys_user_role r where r.user_id = u.id and r.role_id = any($3::bigint[])))
  order by u.id`;

/** Who is notified of a rule's incidents now: those named who may know its figure; nobody where its owner may not. */
export async function hearersOf(deps: Pick<AppDeps, 'pool' | 'modules'>, rule: RuleRow): Promise<string[]> {
  const scopes = new Scopes(deps.pool);
  const owner = await personCaller(deps, rule.userId);
  if (!owner || !mayKnow(owner, await scopes.summable(owner), rule)) return [];
  const { userIds, roleIds } = rule;
  const isNobody = !userIds?.length && !roleIds?.length;
  const { rows } = await deps.pool.query<{ id: string }>(NAMED, [
    rule.tenantId,
    isNobody ? [rule.userId] : (userIds ?? []),
    isNobody ? [] : (roleIds ?? []),
    owner.orgIds === 'all' ? null : owner.orgIds,
    rule.userId,
  ]);
  const hearers: string[] = [];
  for (const { id } of rows) {
    const person = await personCaller(deps, id);
    if (!person || !can(person, 'alertIncident:page')) continue;
    if (mayKnow(person, await scopes.summable(person), rule)) hearers.push(id);
  }
  return hearers;
}
