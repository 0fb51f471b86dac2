import type { Pool } from 'pg';
import type { Inspection } from './inspectStatement.ts';

/** Volatile to PostgreSQL, since their answer differs from call to call or changes with the files: they change nothing. */
const HARMLESS = `clock_timestamp timeofday random random_normal gen_random_uuid uuidv4 uuidv7
  pg_relation_size pg_table_size pg_indexes_size pg_total_relation_size`.split(/\s+/);

/**
 * Each name of pg_catalog with whether every function of that name only reads: PostgreSQL declares it not volatile, and not
 * unsafe in a parallel worker, as is what changes the database, the transaction, a sequence or a setting. What did not come
 * with PostgreSQL (its ids end below 16384) and what takes internal values is not judged by its own declaration; what writes
 * tables as XML makes statements of its own, which nobody has inspected.
 */
const FUNCTIONS = `select proname::text as name, bool_and(
    oid::bigint < 16384 and prokind <> 'p' and proparallel <> 'u' and (provolatile <> 'v' or proname = any ($1))
    and not ('internal'::regtype = any (proargtypes::oid[])) and proname !~ '_to_xml(schema|_and_xmlschema)?$') as reads
  from pg_proc where pronamespace = 'pg_catalog'::regnamespace group by proname`;

type Functions = ReadonlyMap<string, boolean>;

async function readFunctions(pool: Pool): Promise<Functions> {
  const { rows } = await pool.query<{ name: string; reads: boolean }>(FUNCTIONS, [HARMLESS]);
  return new Map(rows.map(({ name, reads }) => [name, reads]));
}

/** Finds the first function of a statement that does more than read. */
export function functionCheck(pool: Pool): (inspection: Inspection) => Promise<string | undefined> {
  let loaded: Promise<Functions> | undefined;
  return async ({ functions, dotted }) => {
    loaded ??= readFunctions(pool);
    const known = await loaded.catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return (
      functions.find((name) => known.get(name) !== true) ?? dotted.find((name) => known.get(name) === false)
    );
  };
}
