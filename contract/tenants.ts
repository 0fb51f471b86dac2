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

/** True for a permission that a tenant's people may hold. */
export const isForTenants = (permission: string): boolean =>
  SHARED.has(permission) || !isPlatformOnly(permission.split(':')[0] ?? '');
