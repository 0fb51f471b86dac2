import type { AmountsByCurrency } from '../../../contract/bulkLimits.ts';
import { admits, type Audience, type Kind, STAFF, STAFF_AND_AGENTS } from '../../../contract/audience.ts';
import type { Locale } from '../../../contract/locales.ts';
import { audienceOf, isFor } from '../../../contract/permissions.ts';
import { isForTenants, isOnPlatformBooks } from '../../../contract/tenants.ts';
import { Refused } from './refused.ts';

export type { Locale };

/** Who asks, resolved once per request from the access token and cached briefly per session. */
export interface Caller {
  userId: string;
  account: string;
  realName: string;
  accountType: 999 | 888 | 777 | 666;
  tenantId: string;
  /** Of a tenant that is not the platform itself, the first one (docs/tenants.md); a super admin is of them all. */
  isTenants: boolean;
  orgId: string;
  /** Set for a merchant's or agent's user: sees itself and its sub-merchants only. */
  merchantId: string | null;
  /** Which verbs are for this person at all. */
  kind: Kind;
  roleIds: readonly string[];
  permissions: ReadonlySet<string>;
  /** Organisations whose rows staff may see; 'all' for the super admin and data scope 1. */
  orgIds: 'all' | readonly string[];
  /** What a bulk may come to before its count is typed, of the currencies that a role of the caller sets. */
  bulkLimits: AmountsByCurrency;
  /** Data scope 4: besides orgIds, only what the user claimed or created. */
  selfOnly: boolean;
  sessionId: string;
  /** The key of the identity that signed the call in the person's name, in place of a session. */
  identity?: string;
  /** The password was given by somebody else and must become one's own first. */
  mustChangePassword: boolean;
  locale: Locale;
  /** IANA name. */
  timeZone: string;
  ip: string;
}

/** A merchant's people are none of the platform's own, whatever their account type says. */
export function isSuper(caller: Pick<Caller, 'accountType' | 'kind'>): boolean {
  return caller.accountType === 999 && caller.kind === 'staff';
}

export function can(
  caller: Pick<Caller, 'accountType' | 'kind' | 'isTenants' | 'permissions'>,
  permission: string,
): boolean {
  return (
    isFor(permission, caller.kind) &&
    // Whatever a role of a tenant holds.
    (!caller.isTenants || isForTenants(permission)) &&
    (isSuper(caller) || caller.permissions.has(permission))
  );
}

const TEXTS: readonly [string, Audience][] = [
  ['forStaffAndAgents', STAFF_AND_AGENTS],
  ['forMerchants', ['merchant', 'agent']],
];

/** Names those that something is for; the text of the code itself names the staff. */
function wrongAudience(kinds: ReadonlySet<Kind>): Refused {
  const found = TEXTS.find(
    ([, audience]) => audience.length === kinds.size && audience.every((kind) => kinds.has(kind)),
  );
  return new Refused('wrongAudience', found ? { says: found[0] } : {});
}

/** @throws Refused wrongAudience where this is not for the caller's kind of people */
export function demandKind(caller: Caller, audience: Audience): void {
  if (!admits(audience, caller.kind)) throw wrongAudience(new Set(audience));
}

/**
 * Throws unless the caller may do what one of the permissions represents.
 * @throws Refused wrongAudience where none of them is for this kind of person, platformBooks where a tenant's people ask for
 * what the platform decides, forbidden where none is held
 */
export function demand(caller: Caller, anyOf: readonly string[]): void {
  const own = anyOf.filter((code) => isFor(code, caller.kind));
  if (own.length === 0) throw wrongAudience(new Set(anyOf.flatMap((code) => audienceOf(code) ?? STAFF)));
  if (own.some((code) => can(caller, code))) return;
  throw new Refused(caller.isTenants && own.every(isOnPlatformBooks) ? 'platformBooks' : 'forbidden');
}
