/**
 * Columns of lists that no table has: what other tables keep of the row, over alias t. They are read and nothing else;
 * a filter by what they show is a field of its own (relatedFilter.ts).
 */
interface Derived {
  own: string;
  type: string;
  /** An array of what rows are called, each text perhaps a map of languages. */
  names?: true;
}

const NAMES_OF_ROLES = `(select coalesce(jsonb_agg(role.name order by role.order_no, role.id), '[]') from sys_user_role held
  join sys_role role on role.id = held.role_id where held.user_id = t.id)`;

const DERIVED: Readonly<Record<string, Readonly<Record<string, Derived>>>> = {
  sysUser: { roleNames: { own: NAMES_OF_ROLES, type: 'jsonb', names: true } },
};

export const derivedOf = (resource: string, field: string): Derived | undefined => DERIVED[resource]?.[field];
