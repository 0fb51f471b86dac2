import type { PoolClient } from 'pg';
import type { Range } from './ask.ts';
import { days, hours } from './calendar.ts';
import { type Part, PARTS, type Space } from './list.ts';

interface Driver {
  table: string;
  column: string;
}

/** A way through a space from a key on, in ranges of a bounded number of rows, hours or days. */
export interface Course {
  /** Ranges of `size` units from a key on that have no gap between them in which something could be at fault. */
  take(db: PoolClient, from: string, size: number): Promise<Taken>;
  /** About how many units there are from a key on. */
  left(db: PoolClient, from: string): Promise<number>;
}

export interface Taken {
  ranges: readonly Range[];
  /** The key that is next; undefined at the end. */
  next: string | undefined;
  units: number;
}

const row = (table: string, column = 'id'): Driver => ({ table, column });
const ID = { first: '-9223372036854775808', last: '9223372036854775807' } as const;
const TIME = { first: '-infinity', last: 'infinity' } as const;

/** The table whose rows drive each space, and whose keys bound what its parts read of every other table. */
const DRIVERS = {
  rows: [
    row('journal_entry'),
    row('collect_order'),
    row('pay_order'),
    row('order_log', 'order_id'),
    row('callback', 'order_id'),
    row('withdrawal'),
    row('adjustment'),
    row('manual_order'),
    row('recharge_order'),
    row('approval'),
    row('bank_bill'),
  ],
  merchants: [row('merchant_asset', 'merchant_id')],
  instants: [row('otp_use', 'used_at'), row('idempotency', 'created_at')],
} satisfies Partial<Record<Space, readonly Driver[]>>;

const byRows = (drivers: readonly Driver[], last: string): Course => ({
  async take(db, from, size) {
    const next = await nextKey(db, drivers, from, size);
    const range = { from, until: next ?? last };
    return { ranges: [range], next, units: await rowsIn(db, drivers, range) };
  },
  left: (db, from) => rowsFrom(db, drivers, from),
});

interface SpaceShape {
  /** Below and above every key. */
  first: string;
  last: string;
  course: Course;
  /** Units of a first range. */
  size: number;
  /** What a unit takes, in rows, for a progress of all spaces together. */
  weight: number;
}

export const SPACES: Readonly<Record<Space, SpaceShape>> = {
  rows: { ...ID, course: byRows(DRIVERS.rows, ID.last), size: 2_000, weight: 1 },
  merchants: { ...ID, course: byRows(DRIVERS.merchants, ID.last), size: 2_000, weight: 1 },
  hours: { ...TIME, course: hours, size: 24, weight: 500 },
  days: { ...TIME, course: days, size: 1, weight: 2_000 },
  instants: { ...TIME, course: byRows(DRIVERS.instants, TIME.last), size: 2_000, weight: 1 },
};

/** What changed since: rows that are written with a change of an order, with the orders that they are about. */
export const TOUCHES: readonly (Driver & { orders: string })[] = [
  { ...row('order_log'), orders: 'order_id' },
  { ...row('journal_entry'), orders: 'order_id' },
  { ...row('callback'), orders: 'order_id' },
  {
    ...row('payment_draw', 'entry_id'),
    orders: '(select p.order_id from payment p where p.id = payment_draw.payment_id)',
  },
];

export const partsOf = (space: Space): readonly Part[] => PARTS.filter((part) => part.space === space);

const NEXT = ({ table, column }: Driver): string =>
  `(select ${column} from ${table} where ${column} > $1 order by ${column} offset $2 limit 1)`;

/** Where a range ends that begins at a key and has at most `size` rows of each driver; undefined where all are left. */
export async function nextKey(
  db: PoolClient,
  drivers: readonly Driver[],
  from: string,
  size: number,
): Promise<string | undefined> {
  const each = drivers.map(NEXT).join(', ');
  const { rows } = await db.query<{ next: string | null }>(`select least(${each})::text as next`, [
    from,
    Math.max(0, size - 1),
  ]);
  return rows[0]!.next ?? undefined;
}

/** How many rows of the drivers a range has: what a check measures its way by. */
async function rowsIn(db: PoolClient, drivers: readonly Driver[], { from, until }: Range): Promise<number> {
  const each = drivers.map(
    ({ table, column }) => `(select count(*) from ${table} where ${column} >= $1 and ${column} < $2)`,
  );
  const { rows } = await db.query<{ rows: string }>(`select ${each.join(' + ')} as rows`, [from, until]);
  return Number(rows[0]!.rows);
}

interface Plan {
  Plan: { 'Plan Rows': number };
}

/** About how many rows of the drivers there are from a key on: the planner's estimate, as a count would take as long as a check. */
async function rowsFrom(db: PoolClient, drivers: readonly Driver[], from: string): Promise<number> {
  let about = 0;
  for (const { table, column } of drivers) {
    const { rows } = await db.query<{ 'QUERY PLAN': [Plan] }>(
      `explain (format json) select from ${table} where ${column} >= $1`,
      [from],
    );
    about += rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
  }
  return about;
}
