import type { Pool } from 'pg';

/** What one set of anchors is about: a whitelisted filter and sort of a table. */
export interface AnchorKey {
  table: string;
  /** Column and value of the one filter; absent without a filter. */
  filter?: { column: string; type: string; value: unknown };
  sort: { column: string; type: string };
  /** Rows of this filter and sort never move nor leave: new ones only join at the newest end. */
  appendOnly: boolean;
  /** Count the rows by merchant too, so that one set of anchors serves every scope. */
  byMerchant: boolean;
}

export interface Anchor {
  key: string;
  id: string;
}

export interface Laid {
  /** The key of every n-th row, counted from the oldest end: anchors[0] is row 0. Up to the next one is its stretch. */
  anchors: Anchor[];
  /** Of each merchant pairs of a stretch and its rows there, in the order of stretches; empty where not asked for. */
  counts: ReadonlyMap<string, Int32Array>;
  at: number;
}

const LAY_MS = 60_000;

interface Row {
  stretch: number | null;
  key: string;
  id: string;
  merchant: string;
  counts: Buffer;
}

/** Pairs as the database sends them (big-endian) to pairs as this machine reads them, `shift` stretches further. */
function pairsOf(bytes: Buffer, shift: number): Int32Array {
  const own = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(own);
  own.swap32();
  const pairs = new Int32Array(own.buffer, 0, bytes.length / 4);
  for (let at = 0; at < pairs.length; at += 2) pairs[at] = (pairs[at] ?? 0) + shift;
  return pairs;
}

/** The pairs of the stretches before `end`. */
function pairsBefore(pairs: Int32Array, end: number): Int32Array {
  let length = pairs.length;
  while (length > 0 && (pairs[length - 2] ?? 0) >= end) length -= 2;
  return pairs.subarray(0, length);
}

function joined(one: Int32Array, other: Int32Array): Int32Array {
  const all = new Int32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

/** By one index-only pass; with `before` only from its last but one anchor on. */
export async function layAnchors(
  pool: Pool,
  { table, filter, sort, byMerchant }: AnchorKey,
  every: number,
  before: Laid | undefined,
): Promise<Laid> {
  const values: unknown[] = [every];
  const conditions: string[] = [];
  if (filter) conditions.push(`${filter.column} = $${values.push(filter.value)}::${filter.type}`);
  // A transaction that committed late may have put a row before the last anchor.
  const from = before?.anchors.at(-2);
  if (from) {
    const key = `$${values.push(from.key)}::${sort.type}`;
    conditions.push(`(${sort.column}, id) >= (${key}, $${values.push(from.id)}::bigint)`);
  }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const first = 'filter (where n % $1::int = 0)';
  const text = `with counted as materialized (
      select (n / $1::int)::int as stretch, merchant, count(*)::int as rows, min(key) ${first} as key, min(id) ${first} as id
      from (
        select ${sort.column} as key, id, ${byMerchant ? 'merchant_id' : 'null::bigint'} as merchant,
          row_number() over (order by ${sort.column}, id) - 1 as n
        from ${table} ${where}
      ) walked group by 1, 2
    )
    select stretch, key::text as key, id::text as id, null as merchant, null::bytea as counts from counted where id is not null
    union all
    select null, null, null, merchant::text, string_agg(int4send(stretch) || int4send(rows), ''::bytea order by stretch)
    from counted where merchant is not null group by merchant
    order by stretch`;
  const at = Date.now();
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Memory for a row per stretch and merchant, or millions of rows would be sorted to group them.
    await client.query(
      `begin read only; set local statement_timeout = ${LAY_MS}; set local work_mem = '64MB'`,
    );
    const { rows } = await client.query<Row>(text, values);
    await client.query('commit');
    const kept = from && before ? before.anchors.slice(0, -2) : [];
    const counts = new Map<string, Int32Array>();
    if (from && before)
      for (const [merchant, pairs] of before.counts) counts.set(merchant, pairsBefore(pairs, kept.length));
    for (const row of rows) {
      if (row.stretch !== null) continue;
      const pairs = pairsOf(row.counts, kept.length);
      const known = counts.get(row.merchant);
      counts.set(row.merchant, known ? joined(known, pairs) : pairs);
    }
    const found = rows.filter((row) => row.stretch !== null).map(({ key, id }) => ({ key, id }));
    return { anchors: [...kept, ...found], counts, at };
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
