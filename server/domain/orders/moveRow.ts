import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';

/** Who moves a row outside a user's action. */
export interface Actor {
  operator: string;
  operatorId?: string | null;
  ip?: string | null;
}
export const SYSTEM: Actor = Object.freeze({ operator: 'system' });

/** The person whose command it is. */
export const actorOf = ({ caller }: { caller: Pick<Caller, 'account' | 'userId' | 'ip'> }): Actor => ({
  operator: caller.account,
  operatorId: caller.userId,
  ip: caller.ip,
});

/** A locked row of an order-like table. */
export interface Movable {
  id: string;
  orderNo: string;
  merchantId: string;
  statusValue: number;
}

export interface Move {
  event: string;
  to: number;
  /** Further columns to set, snake_case; undefined leaves a column as it is. */
  set?: Readonly<Record<string, unknown>>;
  remark?: string | null;
  /** Leaves what a second person is asked about it without an answer: there is nothing left to decide. */
  closes?: boolean;
}

const IDENTIFIER = /^[a-z][a-z0-9_]*$/;

interface Statement {
  name: string;
  text: string;
}
const statements = new Map<string, Statement>();

const CLOSED = `, closed as (
  update approval set status = ${APPROVAL_STATUS.closed}, reason = $5, decided_at = now(), notice_at = now(), version = version + 1
  where resource = $12 and row_id = $1 and status = ${APPROVAL_STATUS.waiting} and exists (select from moved)
  returning id, merchant_id
)`;

/**
 * One statement per (table, columns, whether it closes a question): compare-and-set on (id, status), the log row and
 * the outbox events.
 */
export function statementOf(
  table: string,
  resource: string,
  columns: readonly string[],
  closes = false,
): Statement {
  const key = `${table}:${columns.join(',')}:${closes}`;
  const known = statements.get(key);
  if (known) return known;
  for (const name of [table, ...columns])
    if (!IDENTIFIER.test(name)) throw new Error(`no such column ${name}`);
  const sets = columns.map((column, at) => `, ${column} = $${14 + at}`).join('');
  const text = `
with moved as (
  update ${table} set status = $3, version = version + 1${sets} where id = $1 and merchant_id = $13 and status = $2
  returning id, order_no, merchant_id
), logged as (
  insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after, remark, ip,
    resource)
  select $4::bigint, id, order_no, merchant_id, $5, $6, $7::bigint, $8::jsonb, $9::jsonb, $10, $11, $12 from moved
)${closes ? CLOSED : ''}, event as (
  insert into outbox (resource, row_id, change, merchant_id)
  select $12, id, 'update', merchant_id from moved
  union all select 'orderLog', $4::bigint, 'add', merchant_id from moved
  ${closes ? "union all select 'approval', id, 'update', merchant_id from closed" : ''}
)
select count(*)::int as moved from moved`;
  const made = { name: `move-${statements.size}-${resource}`.slice(0, 60), text };
  statements.set(key, made);
  return made;
}

/** Moves a row along an edge that the caller has checked; a status that moved meanwhile is refused. */
export async function moveRow(
  tx: PoolClient,
  { table, resource }: { table: string; resource: string },
  row: Movable,
  move: Move,
  actor: Actor,
): Promise<void> {
  const set = Object.entries(move.set ?? {})
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const stays = move.to === row.statusValue;
  // The reference that came with it is in the log: it says who named it.
  const changes = [
    ...(stays ? [] : [['status', move.to]]),
    ...set.filter(([column, value]) => column === 'utr' && value !== null),
  ];
  const statement = statementOf(
    table,
    resource,
    set.map(([column]) => column),
    move.closes,
  );
  const { rows } = await tx.query<{ moved: number }>({
    ...statement,
    values: [
      row.id,
      row.statusValue,
      move.to,
      newId(),
      move.event,
      actor.operator,
      actor.operatorId ?? null,
      stays ? null : JSON.stringify({ status: row.statusValue }),
      changes.length === 0 ? null : JSON.stringify(Object.fromEntries(changes)),
      move.remark ?? null,
      actor.ip ?? null,
      resource,
      row.merchantId,
      ...set.map(([, value]) => value),
    ],
  });
  if (rows[0]?.moved !== 1) throw new Refused('guard');
}
