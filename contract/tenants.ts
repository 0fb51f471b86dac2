import { audienceOf, booksOf } from './permissions.ts';
import { resources } from './resources/index.ts';

/** What a tenant other than the platform may do at all, whatever its roles say (docs/tenants.md). */

/** Of the resources that have no tenant, what a tenant's people read none the less. */
const SHARED: ReadonlySet<string> = new Set(['bankType:page', 'sysMenu:page']);

/** The accounts of upstreams, with what they cost the platform. */
const PLATFORM_BOOKS: ReadonlySet<string> = new Set(['systemDetail', 'transaction', 'trialBalance']);

/** Views of the installation itself, whose names are our own. */
const PLATFORM_VIEWS: ReadonlySet<string> = new Set(['mqttClient']);

/** The platform's alone: resources without a tenant, its own books, and the system itself. */
function isPlatformOnly(name: string): boolean {
  const resource = resources.get(name);
  // A view of the system itself, such as its servers, is no resource.
  return (
    PLATFORM_BOOKS.has(name) ||
    PLATFORM_VIEWS.has(name) ||
    (resource ? resource.scope === 'platform' : name.startsWith('sys'))
  );
}

/** True for a permission that decides about the platform's money: what it owes, and by which terms. */
export const isOnPlatformBooks = (permission: string): boolean => booksOf(permission) === 'platform';

/** True for a permission that a tenant's people may hold. */
export const isForTenants = (permission: string): boolean =>
  SHARED.has(permission) ||
  (!isOnPlatformBooks(permission) && !isPlatformOnly(permission.split(':')[0] ?? ''));

const BUTTON = 3;

/** What of a menu entry says whether a tenant's roles may have it. */
interface MenuEntry {
  type: number;
  name: string | null;
  permission: string | null;
}

/**
 * May the roles of a tenant have this entry of the menu. Directories open nothing; a view whose rows are the platform's is
 * none of theirs, and neither are its buttons nor those that decide about the platform's money.
 */
export function isMenuForTenants({ type, name, permission }: MenuEntry): boolean {
  if (type === BUTTON) return permission !== null && isForTenants(permission);
  return audienceOf(`${name}:page`) === undefined || isForTenants(`${name}:page`);
}
