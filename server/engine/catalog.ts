import type { Pool } from 'pg';

export interface CatalogColumn {
  type: string;
  notNull: boolean;
}

/** Table → column → what the database says of it; read once at boot. */
export type Catalog = ReadonlyMap<string, ReadonlyMap<string, CatalogColumn>>;

const SQL = `select c.relname as table, a.attname as column, t.typname as type, a.attnotnull as not_null
from pg_attribute a
join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v')
join pg_type t on t.oid = a.atttypid
where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
order by c.relname, a.attnum`;

export async function readCatalog(pool: Pool): Promise<Catalog> {
  const { rows } = await pool.query<{ table: string; column: string; type: string; not_null: boolean }>(SQL);
  const catalog = new Map<string, Map<string, CatalogColumn>>();
  for (const row of rows) {
    const columns = catalog.get(row.table) ?? new Map<string, CatalogColumn>();
    columns.set(row.column, { type: row.type, notNull: row.not_null });
    catalog.set(row.table, columns);
  }
  return catalog;
}
