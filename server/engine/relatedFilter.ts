import { mayBeAsked, WAITS_FOR_APPROVAL } from '../../contract/asked.ts';
import { isAskedSql } from './asked.ts';
import type { Compiled } from './compile.ts';
import type { Condition } from './filter.ts';
import type { Elsewhere } from './serverHalf.ts';

/**
 * Filters on what is in another table and is only looked up for the rows shown: answered from that table, by its own
 * index, with the keys of what matches.
 */
interface RelatedTables {
  /** The column of alias t that holds the other tables' ids. */
  key: string;
  column: string;
  tables: readonly string[];
  /** Column of those tables that holds the rows' ids, where it is not `id`. */
  id?: string;
}

const ORDER_NO: RelatedTables = {
  key: 'order_id',
  column: 'order_no',
  tables: ['collect_order', 'pay_order', 'withdrawal', 'adjustment', 'recharge_order', 'manual_order'],
};
const MENTIONS = { column: 'user_id', tables: ['order_note_mention'] } as const;
const OF_ORDER: RelatedTables = { ...MENTIONS, key: 'id', id: 'order_id' };
const FIELDS: Readonly<Record<string, Readonly<Record<string, RelatedTables>>>> = {
  transaction: { orderNo: ORDER_NO },
  systemDetail: { orderNo: ORDER_NO },
  collectOrder: { mentions: OF_ORDER },
  payOrder: { mentions: OF_ORDER },
  sysUser: { roles: { key: 'id', column: 'role_id', tables: ['sys_user_role'], id: 'user_id' } },
  orderNote: { mentions: { ...MENTIONS, key: 'id', id: 'note_id' } },
};
/** A negated match cannot be answered from the rows that match. */
const POSITIVE: ReadonlySet<string> = new Set(['eq', 'in', 'prefix', 'suffix', 'contains']);

/** Of yes and no together every row. */
function asked(resource: string, value: unknown): string {
  if (Array.isArray(value)) return 'true';
  return value === true ? isAskedSql(resource) : `not (${isAskedSql(resource)})`;
}

/** How a condition is asked elsewhere, given how its column is compared; undefined where the row itself has the value. */
export function relatedFilter(
  { resource: { id }, elsewhere }: Pick<Compiled, 'resource' | 'elsewhere'>,
  { field, op, value }: Extract<Condition, { field: string }>,
): Elsewhere | undefined {
  if (field === WAITS_FOR_APPROVAL && mayBeAsked(id)) return () => asked(id, value);
  if (!POSITIVE.has(op)) return undefined;
  if (elsewhere?.[field]) return elsewhere[field];
  const found = FIELDS[id]?.[field];
  if (!found) return undefined;
  return (compare) => {
    const match = compare(`x.${found.column}`);
    const arms = found.tables.map((table) => `select x.${found.id ?? 'id'} from ${table} x where ${match}`);
    // An array is known before the walk starts, so that the key's index serves it.
    return `t.${found.key} = any(array(${arms.join(' union all ')}))`;
  };
}
