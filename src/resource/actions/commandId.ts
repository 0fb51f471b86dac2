import type { Resource } from '../../../contract/resource.ts';

/** The id of the command that runs a verb or an action of a resource. */
export const idOf = (resource: Pick<Resource, 'id'>, action: string): string => `${resource.id}.${action}`;
