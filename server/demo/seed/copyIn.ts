import type { Queryable } from './load.ts';

/** Inserts rows of one shape; columns are the keys of the first. Values travel as JSON, types come from the table. */
export async function insertRows(
  db: Queryable,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  await db.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
