import { createHash } from 'node:crypto';
import { resources } from '../../../contract/resources/index.ts';
import type { Resource } from '../../../contract/resource.ts';
import { limitedToSelf, type Scopes } from '../../engine/scope.ts';
import { can, type Caller, isSuper } from '../../platform/http/caller.ts';
import { claimKey, type Claims } from './claims.ts';
import type { StoredEvent } from '../../platform/events/dispatcher.ts';

/** What of the stream a caller may hear. Callers with the same key hear the same. */
export interface Visibility {
  key: string;
  /** Whose rows of no merchant are visible; null for those of every tenant. */
  tenantId: string | null;
  /** Merchants whose rows are visible; null for all. */
  merchants: ReadonlySet<string> | null;
  /** Live resources the caller may page. */
  resources: ReadonlySet<string>;
  /** Hears of what this person has claimed besides, wherever it belongs (data scope "self"). */
  claimant: string | undefined;
}

const live = new Map([...resources].filter(([, resource]) => resource.live));
const OF_MERCHANTS: ReadonlySet<Resource['scope']> = new Set(['merchantId', 'merchantStaff', 'id']);
const byMerchant = ({ scope }: Resource): boolean => OF_MERCHANTS.has(scope);

/** Of a row that no merchant owns, only those hear who see every row of its kind. */
function hears(caller: Caller, resource: Resource, seesAll: boolean): boolean {
  if (resource.heardByAll) return true;
  if (!can(caller, `${resource.id}:page`)) return false;
  if (resource.scope === 'parties') return caller.merchantId === null;
  if (resource.scope === 'tenantFigure') return caller.merchantId === null && seesAll;
  return byMerchant(resource) || isSuper(caller) || (caller.merchantId === null && caller.orgIds === 'all');
}

/** Resolves what the caller may hear now. */
export async function visibilityOf(scopes: Scopes, caller: Caller): Promise<Visibility> {
  const ids = await scopes.visible(caller);
  const seesAll = (await scopes.summable(caller)) === null;
  const heard = new Set(
    [...live.values()].filter((resource) => hears(caller, resource, seesAll)).map(({ id }) => id),
  );
  const claimant = limitedToSelf(caller) ? caller.userId : undefined;
  const tenantId = isSuper(caller) ? null : caller.tenantId;
  const text = JSON.stringify([tenantId, ids, [...heard].sort(), claimant]);
  return {
    key: createHash('sha256').update(text).digest('base64url'),
    tenantId,
    merchants: ids && new Set(ids),
    resources: heard,
    claimant,
  };
}

const within = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((each) => all.has(each));

/** True where something heard before is heard no longer. */
export function lost(before: Visibility, after: Visibility): boolean {
  if (before.key === after.key) return false;
  if (before.claimant !== after.claimant || !within(before.resources, after.resources)) return true;
  return (
    after.merchants !== null && (before.merchants === null || !within(before.merchants, after.merchants))
  );
}

export function sees(visibility: Visibility, event: StoredEvent, claims: Claims): boolean {
  const { tenantId, merchants, resources: heard, claimant } = visibility;
  if (!heard.has(event.resource)) return false;
  const resource = live.get(event.resource);
  if (!resource || resource.scope === 'platform') return true;
  if (!byMerchant(resource)) return tenantId === null || event.tenantId === tenantId;
  if (merchants === null) return true;
  const owner = resource.scope === 'id' ? event.id : event.merchantId;
  if (owner !== null && merchants.has(owner)) return true;
  return claimant !== undefined && (claims.get(claimKey(event))?.has(claimant) ?? false);
}
