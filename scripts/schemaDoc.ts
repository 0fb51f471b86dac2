import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Pool } from 'pg';
import { migrateAll, SCHEMA } from '../server/bootstrap/migrateAll.ts';
import { connect } from '../server/platform/db/connect.ts';

/** Writes docs/schema.md: every table with its purpose, columns, keys, indexes and grants, as PostgreSQL knows them. */

const ROOT = join(import.meta.dirname, '..');
export const PATH = join(ROOT, 'docs/schema.md');

const HEAD = `# Schema

Generated from a migrated database by \`node scripts/schemaDoc.ts\`; a test compares it. The order is that of the schema's files and of the migrations after them, which say why a table is as it is. A column is not null unless it says otherwise. *Server* is what the role of the server is granted: a table without update and delete is append-only. *Merchants* read the rows of their own merchants there, behind row security.
`;

interface Table {
  name: string;
  purpose: string | null;
  columns: { name: string; type: string; notes: string[] }[];
  constraints: { type: string; definition: string }[];
  indexes: string[];
  server: string[];
  merchants: string[] | null;
}

const TABLES = `
select c.relname as name, obj_description(c.oid, 'pg_class') as purpose,
  (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'notes',
      array_remove(array[
        case when not a.attnotnull then 'null' end,
        case when a.attidentity <> '' then 'identity'
          when a.attgenerated <> '' then 'generated'
          when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end], null)) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select coalesce(jsonb_agg(jsonb_build_object('type', k.contype, 'definition', pg_get_constraintdef(k.oid, true))
      order by k.contype = 'p' desc, k.contype desc, k.conname), '[]')
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'x')) as constraints,
  (select coalesce(jsonb_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text), '[]')
    from pg_index i where i.indrelid = c.oid
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)) as indexes,
  (select coalesce(jsonb_agg(lower(g.privilege_type)
      order by array_position(array['SELECT', 'INSERT', 'UPDATE', 'DELETE'], g.privilege_type)), '[]')
    from aclexplode(c.relacl) g where g.grantee = 'paydesk_server'::regrole) as server,
  case when exists (select from aclexplode(c.relacl) g where g.grantee = 'paydesk_merchant'::regrole) then '[]'
    else (select jsonb_agg(a.attname order by a.attnum)
      from pg_attribute a cross join lateral aclexplode(a.attacl) g
      where a.attrelid = c.oid and g.grantee = 'paydesk_merchant'::regrole) end as merchants
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and not c.relispartition and c.relname <> 'schema_migration'`;

const code = (text: string): string => `\`${text}\``;
/** A table cell: bars would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

function tablePart({ name, purpose, columns, constraints, indexes, server, merchants }: Table): string {
  const keys = constraints.map(({ definition }) => code(definition));
  const own = indexes.map((index) =>
    code(
      index.replace(/ INDEX \S+ ON public\.\S+ USING /, ' ').replace(/^CREATE (UNIQUE )?(?:btree )?/, '$1'),
    ),
  );
  const read =
    merchants && (merchants.length > 0 ? `${merchants.map(code).join(', ')} alone` : 'every column');
  return [
    `### ${name}`,
    '',
    purpose ?? 'No purpose is written.',
    '',
    '| column | type | |',
    '|---|---|---|',
    ...columns.map(
      (column) => `| ${code(column.name)} | ${column.type} | ${cell(column.notes.join(', '))} |`,
    ),
    '',
    `- Keys: ${keys.join(', ') || 'none'}.`,
    ...(own.length > 0 ? [`- Indexes: ${own.join(', ')}.`] : []),
    `- Server: ${server.join(', ')}.${read ? ` Merchants: ${read}.` : ''}`,
  ].join('\n');
}

/** @throws Error where a table is in none of the schema's files */
export async function schemaDoc(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Table>(TABLES);
  const left = new Map(rows.map((table) => [table.name, table]));
  const later = globSync('server/platform/db/migrations/*.sql', { cwd: ROOT }).sort();
  const files = [...SCHEMA, ...later.map((path) => join(ROOT, path))];
  const parts = files.map((file) => {
    const text = readFileSync(file, 'utf8');
    const names = [...text.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name = '']) => name);
    const tables = names.flatMap((name) => left.get(name) ?? []);
    for (const name of names) left.delete(name);
    const path = relative(ROOT, file);
    const about =
      text
        .match(/^(?:-- .*\n)+/)?.[0]
        .replaceAll(/^-- /gm, '')
        .trim() ?? '';
    return tables.length === 0
      ? ''
      : `\n## [${path}](../${path})\n\n${about}\n\n${tables.map(tablePart).join('\n\n')}\n`;
  });
  if (left.size > 0) throw new Error(`in no file of the schema: ${[...left.keys()].join(', ')}`);
  return `${HEAD}${parts.join('')}`;
}

async function write(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-schema-'));
  const database = await connect({
    databaseUrl: undefined,
    dataDir,
    production: false,
    say: () => undefined,
  });
  try {
    await migrateAll(database.owner);
    writeFileSync(PATH, await schemaDoc(database.owner));
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await write();
