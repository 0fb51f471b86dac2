/** How the database is made is for those alone who may do everything, whatever a role grants. */
const SUPER_ONLY: ReadonlySet<string> = new Set(['sysDatabase']);

/** True for a permission that no role gives: menus leave out what it opens, and the server refuses it. */
export const isForSuperOnly = (permission: string): boolean => SUPER_ONLY.has(permission.split(':')[0] ?? '');
