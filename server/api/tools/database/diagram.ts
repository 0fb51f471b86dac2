import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Pool } from 'pg';
import type { Diagram } from '../../../../contract/databaseTables.ts';
import { columnsIn, relationsIn, tablesIn } from './catalogue.ts';

const FOLDERS = ['../../../platform/db/schema', '../../../ledger/schema'];
/** What other modules make, such as the list of migrations. */
const ELSEWHERE = 'other';

let known: ReadonlyMap<string, string> | undefined;

/** The file of the schema that makes each table. */
function groups(): ReadonlyMap<string, string> {
  known ??= new Map(
    FOLDERS.map((folder) => join(import.meta.dirname, folder)).flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.sql'))
        .flatMap((file) =>
          [...readFileSync(join(folder, file), 'utf8').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
            ([, table = '']): [string, string] => [table, basename(file, '.sql')],
          ),
        ),
    ),
  );
  return known;
}

/** Tables by group, with their keys and what refers to what. */
export async function diagramOf(pool: Pool): Promise<Diagram> {
  const [tables, columns, relations] = await Promise.all([
    tablesIn(pool),
    columnsIn(pool, null),
    relationsIn(pool, null),
  ]);
  const refers = new Set(relations.map(({ table, column }) => `${table}.${column}`));
  const shown = Map.groupBy(
    columns.filter(({ table, name, key }) => key || refers.has(`${table}.${name}`)),
    ({ table }) => table,
  );
  return {
    tables: tables.map(({ name, comment }) => ({
      name,
      comment,
      group: groups().get(name) ?? ELSEWHERE,
      columns: (shown.get(name) ?? []).map(({ name: column, type, key }) => ({ name: column, type, key })),
    })),
    relations,
  };
}
