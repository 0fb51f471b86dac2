import { isFamily } from '../../contract/family.ts';
import type { Resource } from '../../contract/resource.ts';

/** Whose every change is kept although they are no part of the system itself. */
const BUSINESS: ReadonlySet<string> = new Set(['pluginPackage', 'upstreamEntry']);

/** Rows of the system itself: whatever changes one is in the difference log. */
export const isRecorded = (resource: Pick<Resource, 'id'>): boolean =>
  isFamily(resource) || BUSINESS.has(resource.id);
