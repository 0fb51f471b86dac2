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

const LAY_MS = 30_000;

/** An anchor, or the counts of one merchant. */
type Row =
  | { stretch: number | string; key: string; id: string }
  | { stretch: null; merchant: string; counts: Buffer };

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

interface Part {
  key: AnchorKey;
  every: number;
  /** Where it starts; absent at the oldest end. */
  from: Anchor | undefined;
}

/** A transaction has the anchors of so many rows at most, so that none is long however long the list is. */
const PART_ANCHORS = 200;

/** One index-only walk: a row for each anchor, and with `byMerchant` one for each merchant. */
function statement({ key, every, from }: Part): { text: string; values: unknown[] } {
  const { table, filter, sort, byMerchant } = key;
  const values: unknown[] = [every, PART_ANCHORS * every];
  const conditions: string[] = [];
  if (filter) conditions.push(`${filter.column} = $${values.push(filter.value)}::${filter.type}`);
  if (from) {
    const place = `$${values.push(from.key)}::${sort.type}, $${values.push(from.id)}::bigint`;
    conditions.push(`(${sort.column}, id) >= (${place})`);
  }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const merchant = byMerchant ? ', merchant_id as merchant' : '';
  const walked = `(select key, id${byMerchant ? ', merchant' : ''}, row_number() over (order by key, id) - 1 as n from (
      select ${sort.column} as key, id${merchant} from ${table} ${where} order by ${sort.column}, id limit $2::bigint) part) walked`;
  if (!byMerchant) {
    const text = `select n / $1::int as stretch, key::text as key, id::text as id from ${walked} where n % $1::int = 0 order by n`;
    return { text, values };
  }
  const first = 'filter (where n % $1::int = 0)';
  const text = `with counted as materialized (
      select (n / $1::int)::int as stretch, merchant, count(*)::int as rows, min(key) ${first} as key, min(id) ${first} as id
      from ${walked} group by 1, 2
    )
    select stretch, key::text as key, id::text as id, null as merchant, null::bytea as counts from counted where id is not null
    union all
    select null, null, null, merchant::text, string_agg(int4send(stretch) || int4send(rows), ''::bytea order by stretch)
    from counted where merchant is not null group by merchant
    order by stretch`;
  return { text, values };
}

async function read(pool: Pool, part: Part): Promise<Row[]> {
  const { text, values } = statement(part);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Memory for a row per stretch and merchant, or the rows would be sorted to group them.
    await client.query(
      `begin read only; set local statement_timeout = ${LAY_MS}; set local work_mem = '64MB'`,
    );
    const { rows } = await client.query<Row>(text, values);
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

type Found = Pick<Laid, 'anchors' | 'counts'>;

/** What was found before without its last anchors, and what has been found from the first of those on. */
function continued(before: Found, dropped: number, rows: readonly Row[]): Found {
  const anchors = before.anchors.slice(0, before.anchors.length - dropped);
  const kept = anchors.length;
  const counts = new Map<string, Int32Array>();
  for (const [merchant, pairs] of before.counts) counts.set(merchant, pairsBefore(pairs, kept));
  for (const row of rows) {
    if (row.stretch !== null) {
      anchors.push({ key: row.key, id: row.id });
      continue;
    }
    const pairs = pairsOf(row.counts, kept);
    const known = counts.get(row.merchant);
    counts.set(row.merchant, known ? joined(known, pairs) : pairs);
  }
  return { anchors, counts };
}

/** Walks the whole list; with `before` only from its last but one anchor on. */
export async function layAnchors(
  pool: Pool,
  key: AnchorKey,
  every: number,
  before: Laid | undefined,
): Promise<Laid> {
  const at = Date.now();
  // From the last but one: a transaction that committed late may have put a row before the last anchor.
  let dropped = before && before.anchors.length > 1 ? 2 : 0;
  let found: Found = before && dropped > 0 ? before : { anchors: [], counts: new Map() };
  for (;;) {
    const from = dropped > 0 ? found.anchors.at(-dropped) : undefined;
    const rows = await read(pool, { key, every, from });
    found = continued(found, dropped, rows);
    if (rows.filter(({ stretch }) => stretch !== null).length < PART_ANCHORS) return { ...found, at };
    dropped = 1;
  }
}
