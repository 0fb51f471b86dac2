import type { Pool } from 'pg';
import type {
  TableColumn,
  TableIndex,
  TableLine,
  TableRelation,
} from '../../../../contract/databaseTables.ts';

/** What PostgreSQL says of the tables of schema public. Their rows are none of this. */

const TABLES = `select c.relname::text as name, coalesce(obj_description(c.oid, 'pg_class'), '') as comment,
    greatest(c.reltuples, 0)::float8 + coalesce((select sum(greatest(p.reltuples, 0)) from pg_inherits i join pg_class p on p.oid = i.inhrelid
      where i.inhparent = c.oid), 0)::float8 as rows,
    pg_total_relation_size(c.oid)::float8 + coalesce((select sum(pg_total_relation_size(i.inhrelid)) from pg_inherits i where i.inhparent = c.oid), 0)::float8 as bytes,
    pg_indexes_size(c.oid)::float8 + coalesce((select sum(pg_indexes_size(i.inhrelid)) from pg_inherits i where i.inhparent = c.oid), 0)::float8 as "indexBytes"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`;

type Loose<T> = { [K in keyof T]: T[K] | null };

/** Tables; months of a log are counted with it. */
export async function tablesIn(pool: Pool): Promise<TableLine[]> {
  const { rows } = await pool.query<Loose<TableLine>>(TABLES);
  return rows.map(({ name, comment, rows: count, bytes, indexBytes }) => ({
    name: name ?? '',
    comment: comment ?? '',
    rows: count ?? 0,
    bytes: bytes ?? 0,
    indexBytes: indexBytes ?? 0,
  }));
}

const COLUMNS = `select c.relname::text as table, a.attname::text as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as key,
    a.attidentity <> '' as identity, information_schema._pg_char_max_length(a.atttypid, a.atttypmod)::int as length,
    case when a.atttypid = 'numeric'::regtype then information_schema._pg_numeric_scale(a.atttypid, a.atttypmod)::int end as decimals,
    pg_get_expr(d.adbin, d.adrelid) as fallback, coalesce(col_description(c.oid, a.attnum), '') as comment
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
    and not a.attisdropped and ($1::text is null or c.relname = $1) order by c.relname, a.attnum`;

export type ColumnOf = TableColumn & { table: string };

/** Columns of one table, or of all. */
export async function columnsIn(pool: Pool, table: string | null): Promise<ColumnOf[]> {
  const { rows } = await pool.query<Loose<ColumnOf>>(COLUMNS, [table]);
  return rows.map((row) => ({
    table: row.table ?? '',
    name: row.name ?? '',
    type: row.type ?? '',
    nullable: row.nullable === true,
    key: row.key === true,
    identity: row.identity === true,
    length: row.length,
    decimals: row.decimals,
    fallback: row.fallback,
    comment: row.comment ?? '',
  }));
}

const INDEXES = `select c.relname::text as name, pg_get_indexdef(i.indexrelid) as definition, i.indisunique as unique,
    pg_relation_size(i.indexrelid)::float8 as bytes
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and t.relname = $1 order by i.indisprimary desc, 1`;

export async function indexesOf(pool: Pool, table: string): Promise<TableIndex[]> {
  const { rows } = await pool.query<Loose<TableIndex>>(INDEXES, [table]);
  return rows.map(({ name, definition, unique, bytes }) => ({
    name: name ?? '',
    definition: (definition ?? '').replace(/^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?public\./, ''),
    unique: unique === true,
    bytes: bytes ?? 0,
  }));
}

const RELATIONS = `select s.relname::text as table, a.attname::text as column, t.relname::text as target, b.attname::text as "targetColumn"
  from pg_constraint k join pg_class s on s.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    cross join lateral unnest(k.conkey, k.confkey) as pair(own, other)
    join pg_attribute a on a.attrelid = s.oid and a.attnum = pair.own
    join pg_attribute b on b.attrelid = t.oid and b.attnum = pair.other
  where k.contype = 'f' and s.relnamespace = 'public'::regnamespace and not s.relispartition
    and ($1::text is null or s.relname = $1 or t.relname = $1) order by 1, 2, 3`;

/** Foreign keys from and to one table, or all. */
export async function relationsIn(pool: Pool, table: string | null): Promise<TableRelation[]> {
  const { rows } = await pool.query<Loose<TableRelation>>(RELATIONS, [table]);
  return rows.map((row) => ({
    table: row.table ?? '',
    column: row.column ?? '',
    target: row.target ?? '',
    targetColumn: row.targetColumn ?? '',
  }));
}

export async function typesIn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string | null }>(
    `select format_type(oid, null) as name from pg_type where typnamespace = 'pg_catalog'::regnamespace and typtype = 'b'
       and typelem = 0 and typname !~ '^(_|pg_|reg)' order by 1`,
  );
  return rows.map(({ name }) => name ?? '');
}
